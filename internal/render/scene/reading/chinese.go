package reading

import (
	"slices"
	"strings"
	"sync"
)

// syllable is the characters that are read alike: those that are common in simplified and traditional texts, in simplified ones only, in
// traditional ones only, and the others.
type syllable [4]string

type chineseDictionary struct {
	syllables   map[string]syllable
	pinyin      map[rune]string
	traditional map[rune]bool
}

var chinese = sync.OnceValue(func() chineseDictionary {
	d := chineseDictionary{map[string]syllable{}, map[rune]string{}, map[rune]bool{}}
	for _, line := range lines("chinese.gz") {
		fields := strings.Split(line, "\t")
		d.syllables[fields[0]] = syllable(fields[1:])
		for group, letters := range fields[1:] {
			for _, letter := range letters {
				d.pinyin[letter] = fields[0]
				if group == 2 {
					d.traditional[letter] = true
				}
			}
		}
	}
	return d
})

// phrases are words in which a character is read in another way than usually. Both are as long: a reading for each character.
const phrases = "银行 yin hang;銀行 yin hang;行业 hang ye;行業 hang ye;音乐 yin yue;音樂 yin yue;睡觉 shui jiao;睡覺 shui jiao;便宜 pian yi;重新 chong xin;" +
	"重复 chong fu;长大 zhang da;校长 xiao zhang;成长 cheng zhang;家长 jia zhang;长 chang;長大 zhang da;校長 xiao zhang;成長 cheng zhang;家長 jia zhang;長 chang;" +
	"觉得 jue de;还有 hai you;还 hai;还钱 huan qian;还书 huan shu;会计 kuai ji;出差 chu chai;差不多 cha bu duo;头发 tou fa;地 di;慢慢地 man man de;" +
	"好地 hao de;都市 du shi;首都 shou du;成都 cheng du;着急 zhao ji;睡着 shui zhao;着火 zhao huo;假 jia;放假 fang jia;参差 cen ci;喝彩 he cai;" +
	"量 liang;数 shu;角色 jue se;大夫 dai fu;薄荷 bo he;调查 diao cha;音调 yin diao;空调 kong tiao;得 de;必须得 bi xu dei;我得 wo dei;你得 ni dei;" +
	"嗯 en;哪儿 na er;什么 shen me;什麼 shen me;为了 wei le;了解 liao jie;不了 bu liao;了不起 liao bu qi;石头 shi tou;奔 ben;似的 shi de;朝 chao;" +
	"曾经 ceng jing;曾 ceng;厦门 xia men;重庆 chong qing;藏 cang;西藏 xi zang;弹 tan;子弹 zi dan;降 jiang;投降 tou xiang;盛 sheng;血 xue;" +
	"模样 mu yang;宁 ning;给 gei;供给 gong ji;咖 ka;喔 o;嘛 ma;哟 yo;呗 bei;噢 o;欸 ei;诶 ei;唉 ai;耶 ye;哎 ai;哇 wa;啦 la;咯 lo;吧 ba"

// special returns the readings of phrases, by their characters.
var special = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	for _, phrase := range strings.Split(phrases, ";") {
		fields := strings.Fields(phrase)
		list[fields[0]] = fields[1:]
	}
	return list
})

// longestPhrase is how many characters the longest phrase has.
const longestPhrase = 4

// Pinyin returns the syllable of each character of a text in pinyin, in Latin letters without tones; empty where none is known.
func Pinyin(text string) (syllables []string) {
	letters := []rune(text)
	for i := 0; i < len(letters); {
		phrase, known := []string(nil), false
		for n := min(longestPhrase, len(letters)-i); n > 0 && !known; n-- {
			phrase, known = special()[string(letters[i:i+n])]
		}
		if !known {
			phrase = []string{chinese().pinyin[letters[i]]}
		}
		syllables = append(syllables, phrase...)
		i += len(phrase)
	}
	return syllables
}

// Traditional reports whether a text has a character that is common in traditional texts only.
func Traditional(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return chinese().traditional[r] })
}

// Homophones returns up to so many common characters that are read as a syllable, the most frequent first. An initial alone stands for
// all of its syllables.
func Homophones(spelled string, traditional bool, most int) (letters []string) {
	own := 1
	if traditional {
		own = 2
	}
	s := chinese().syllables[spelled]
	common := s[0] + s[own]
	if common == "" {
		return initials(spelled, traditional, most)
	}
	for _, letter := range common {
		if letters = append(letters, string(letter)); len(letters) == most {
			break
		}
	}
	return letters
}

// initials returns the most frequent character of each syllable that begins with some letters.
func initials(spelled string, traditional bool, most int) (letters []string) {
	var syllables []string
	for s := range chinese().syllables {
		if strings.HasPrefix(s, spelled) && s != spelled {
			syllables = append(syllables, s)
		}
	}
	slices.Sort(syllables)
	for _, s := range syllables {
		if found := Homophones(s, traditional, 1); len(found) > 0 && len(letters) < most {
			letters = append(letters, found[0])
		}
	}
	return letters
}
