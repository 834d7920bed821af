package reading

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// chat are words of messages that the dictionary does not have, or has as rare ones.
const chat = "到家 好吃 好看 火车站 捷運站 地铁站 地鐵站 公交站 公交车 身份证 外卖 外賣 微信 怎么样 怎么办 怎么了 怎麼了 待会 待會 待会儿 生日快乐 生日快樂 好吗 是吗 是嗎 " +
	"行吗 可以吗 可以嗎 视讯 谢谢你 謝謝你 没问题 沒問題 沒關係 不用谢 不客氣 好久不见 好久不見 早點 晚点 晚點 快点 快點 早上好 晚上好 下午好 一会儿 " +
	"一會兒 等一下 等会 等会儿 咖啡廳 吃什么 吃什麼 早饭 早飯 午飯 晚飯 便利店 便利商店 停车场 高铁 高鐵 高铁站 电影院 手机号 充电器 二维码 請假 " +
	"下週 这周 這週 爺爺 塞車 打车 打車 叫车 哈哈哈 哈哈哈哈 嗯嗯 知道了 别忘了 別忘了 带上 帶上 後天 前天 明晚 半小时 半小時 一个小时 " +
	"一個小時 幾點 几点钟 什麼時候 有没有 要不要 對不對 帮我 幫我 发给我 發給我 再見 明天见 明天見 辛苦了 恭喜发财 恭喜發財 雨伞 雨傘 好冷 好热 好熱 " +
	"好累 吃药 吃藥 好喝 注意安全 路上小心 樓下 樓上 鑰匙 下課 图书馆 買單 多少錢 太贵了 太貴了 淘宝 支付宝 支付寶 快到了 在路上 没空 沒空 " +
	"没事 沒事 有时间 有時間 一起去 十分钟 十分鐘 五分钟 五分鐘 爷爷奶奶 爺爺奶奶 爸爸妈妈 爸爸媽媽 奶茶"

const (
	chatCost   = 75 // of a word of messages
	loneCost   = 80 // of a character alone: two of them cost more than a word
	oftenCost  = 60 // of one that often stands alone
	mostOfWord = 4  // characters
)

// often are characters that often stand alone, and particles are those of them that belong to what stands before.
const (
	often     = particles + "我你他她是在有要去不就到跟和說说把给給很都也还還会會能来來吃买買看真"
	particles = "的了吗嗎呢吧啊呀嘛"
)

// wordCosts says what each frequent word of Chinese costs: the less, the more frequent it is. Its lines begin with the cost of their words.
var wordCosts = sync.OnceValue(func() map[string]int {
	costs := map[string]int{}
	for _, line := range lines("words.gz") {
		fields := strings.Fields(line)
		cost, err := strconv.Atoi(fields[0])
		if err != nil {
			panic(err) // scripts/setup has written it
		}
		for _, word := range fields[1:] {
			costs[word] = cost
		}
	}
	for _, word := range strings.Fields(chat) {
		costs[word] = chatCost
	}
	return costs
})

// IsWord reports whether Chinese characters are a frequent word.
func IsWord(text string) bool { return wordCosts()[text] > 0 }

// Words parts Chinese characters into words, so that they cost least together. What is in no word stands alone.
func Words(text string) (list []string) {
	letters := []rune(text)
	costs, lengths := make([]int, len(letters)+1), make([]int, len(letters)+1) // up to each character; of the word that ends there
	for end := 1; end <= len(letters); end++ {
		costs[end], lengths[end] = costs[end-1]+loneCost, 1
		if strings.ContainsRune(often, letters[end-1]) {
			costs[end] = costs[end-1] + oftenCost
		}
		for n := 2; n <= min(end, mostOfWord); n++ {
			cost, known := wordCosts()[string(letters[end-n:end])]
			if known && costs[end-n]+cost < costs[end] {
				costs[end], lengths[end] = costs[end-n]+cost, n
			}
		}
	}
	for end := len(letters); end > 0; end -= lengths[end] {
		list = append(list, string(letters[end-lengths[end]:end]))
	}
	slices.Reverse(list)
	return list
}

// Phrases parts Chinese characters into what is typed at once: words that have so many characters together, or one more where the last is
// a particle or ends the text.
func Phrases(text string, most int) (list []string) {
	words := Words(text)
	for i, word := range words {
		if i > 0 {
			last := &list[len(list)-1]
			count, n := utf8.RuneCountInString(*last), utf8.RuneCountInString(word)
			ends := n == 1 && (i+1 == len(words) || strings.Contains(particles, word))
			if count+n <= most || ends && count == most {
				*last += word
				continue
			}
		}
		list = append(list, word)
	}
	return list
}
