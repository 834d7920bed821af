package longtest

import (
	"slices"
	"testing"
)

// Each sample has one of each kind, and so many samples one after the other have all.
func TestChoose(t *testing.T) {
	t.Parallel()
	all := []string{"a1", "a2", "b1", "a3", "a4", "a5", "c1", "c2", "a6", "a7"}
	kind := func(one string) string { return one[:1] }
	const parts = 3
	for first := range 5 {
		var seen []string
		for seed := first; seed < first+parts; seed++ {
			chosen := choose(seed, parts, all, kind)
			var kinds []string
			for _, one := range chosen {
				kinds = append(kinds, kind(one))
			}
			if slices.Sort(kinds); !slices.Equal(slices.Compact(kinds), []string{"a", "b", "c"}) || len(chosen) > 5 {
				t.Errorf("sample %d is %q", seed, chosen)
			}
			seen = append(seen, chosen...)
		}
		slices.Sort(seen)
		if want := slices.Sorted(slices.Values(all)); !slices.Equal(slices.Compact(seen), want) {
			t.Errorf("%d samples from %d on have %q, want all", parts, first, seen)
		}
	}
}

// A sample is the same as long as its number is, and the long tests have all.
func TestSample(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	same := func(int) string { return "" }
	t.Setenv(allVariable, "")
	t.Setenv(seedVariable, "7")
	first := Sample(t, 3, all, same)
	if again := Sample(t, 3, all, same); !slices.Equal(first, again) || len(first) == 0 || len(first) > 3 {
		t.Errorf("the samples are %v and %v", first, again)
	}
	t.Setenv(seedVariable, "8")
	if next := Sample(t, 3, all, same); slices.Equal(next, first) {
		t.Errorf("the next sample is %v, too", next)
	}
	t.Setenv(allVariable, "1")
	if whole := Sample(t, 3, all, same); !slices.Equal(whole, all) {
		t.Errorf("the long tests have %v", whole)
	}
}

// A test that takes turns is run once in three days, and by the long tests.
func TestInTurn(t *testing.T) {
	t.Setenv(allVariable, "")
	ran := map[string]int{}
	for _, seed := range []string{"3", "4", "5", "6", "7", "8"} {
		t.Setenv(seedVariable, seed)
		for _, name := range []string{"A", "B"} {
			t.Run(name, func(t *testing.T) {
				inTurn(t, name)
				ran[name]++
			})
		}
	}
	if ran["A"] != 2 || ran["B"] != 2 {
		t.Errorf("in six days they were run %v times", ran)
	}
	t.Setenv(allVariable, "1")
	t.Run("long", func(t *testing.T) { inTurn(t, "A"); ran["A"]++ })
	if ran["A"] != 3 {
		t.Error("it was not run by the long tests")
	}
}
