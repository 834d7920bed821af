// Package longtest chooses what tests do by default, and what only the long tests of scripts/test --long do. Tests that
// repeat something for many platforms or payloads do it for a sample, which is another one every day.
package longtest

import (
	"flag"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	allVariable  = "MOCKUP_LONG_TESTS"
	seedVariable = "MOCKUP_TEST_SAMPLE"
)

// On reports whether all is to be tested: in the long tests, and where go test -run names subtests, since whoever does that wants those.
func On() bool {
	run := flag.Lookup("test.run")
	return os.Getenv(allVariable) != "" || run != nil && strings.Contains(run.Value.String(), "/")
}

// Only skips what is tested only if all is.
func Only(t *testing.T) {
	t.Helper()
	if !On() {
		t.Skip("part of the long tests; run it with " + allVariable + "=1, or name it with -run")
	}
}

// Sample returns a sample of all: one of so many parts, and at least one of each kind. All are in a sample after so many days.
// If all is to be tested, it returns all. If the test fails, it says how to repeat the sample.
func Sample[T any](t *testing.T, parts int, all []T, kind func(T) string) []T {
	t.Helper()
	if On() {
		return all
	}
	seed := seed(t)
	chosen := choose(seed+turn(t.Name()), parts, all, kind)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%d of %d were tested; to repeat this, set %s=%d; to test all, set %s=1", len(chosen), len(all), seedVariable, seed, allVariable)
		}
	})
	return chosen
}

// InTurn skips a test that takes much time, except every third day. The long tests have all. It is not for tests that call Sample: on the days
// of their turn, the sample would be the same.
func InTurn(t *testing.T) {
	t.Helper()
	inTurn(t, t.Name())
}

func inTurn(t *testing.T, name string) {
	t.Helper()
	const days = 3
	if !On() && (seed(t)+turn(name))%days != 0 {
		t.Skipf("tested every %d days; to test it now, set %s=1", days, allVariable)
	}
}

// Alike says that all are of one kind.
func Alike(string) string { return "" }

// Least returns how many of the things that a test finds in all there must be in what it tests.
func Least(inAll int) int {
	if On() {
		return inAll
	}
	return max(1, inAll/10)
}

// choose returns every part-th of each kind, in the order of all.
func choose[T any](seed, parts int, all []T, kind func(T) string) []T {
	total := map[string]int{}
	for _, one := range all {
		total[kind(one)]++
	}
	var chosen []T
	place := map[string]int{}
	for _, one := range all {
		name := kind(one)
		every := min(parts, total[name])
		if (place[name]+seed)%every == 0 {
			chosen = append(chosen, one)
		}
		place[name]++
	}
	return chosen
}

// turn makes tests choose different samples on the same day.
func turn(name string) int {
	sum := fnv.New32a()
	sum.Write([]byte(name))
	return int(sum.Sum32() % 1000)
}

// seed returns the number of the sample: that of the day, or that of the variable.
func seed(t *testing.T) int {
	t.Helper()
	value := os.Getenv(seedVariable)
	if value == "" {
		return today()
	}
	number, err := strconv.Atoi(value)
	if err != nil || number < 0 {
		t.Fatalf("%s is %q, want a whole number from 0 on", seedVariable, value)
	}
	return number
}

// today is the number of the day, the same for all tests of a run.
var today = sync.OnceValue(func() int { return int(time.Now().Unix() / (24 * 60 * 60)) })
