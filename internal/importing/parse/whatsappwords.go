package parse

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// What WhatsApp writes in place of what text cannot show, in the languages that are most used with it. Where a language lacks,
// files are still found by their names, and calls and the like are taken for lines of the app or for text.

// whatsAppWords are the patterns of the texts.
type whatsAppWords struct {
	named, bracketed, parenthesised *regexp.Regexp // files
	leftOut, document               *regexp.Regexp
	kinds                           []kindWords
	encrypted, app                  *regexp.Regexp
	call, missed, length            *regexp.Regexp
	location                        *regexp.Regexp
	votes                           *regexp.Regexp // behind an option, such as (2 votes)
	deleted, calls                  map[string]bool
}

// set returns the texts as a set.
func set(texts ...string) map[string]bool {
	found := map[string]bool{}
	for _, text := range texts {
		found[text] = true
	}
	return found
}

// kindWords are the words for a kind of file.
type kindWords struct {
	kind  AttachmentKind
	words *regexp.Regexp
}

func newWhatsAppWords() *whatsAppWords {
	compile := regexp.MustCompile
	return &whatsAppWords{
		named:         compile(`^[A-Z]{3}-\d{8}-WA\d+\.`),
		bracketed:     compile(`^<\s*[^<>:]{2,30}:\s*([^<>]+?)\s*>$`),
		parenthesised: compile(`^(\S.*\.\w{2,5}) [(（]([^()（）]{3,40})[)）]$`),
		document:      compile(`^(\S.*\.\w{2,5}) • (.*)$`),
		leftOut:       compile(`omitted|utelämnat|udelad|utelatt|нет вложени|הושמט|לא נכלל|weggelassen|ausgelassen|ausgeschlossen|omitid[oa]|absente?|omise?|retiré|omess[oa]|esclus[oa]|non inclus[oa]|ocultad[oa]|ocult[oa]|weggelaten|dahil edilmedi|pominięt|пропущен|отсутствует|не добавлен|tidak disertakan|छोड़|محذوف|غير مدرج|已略過|已忽略|생략|省略|除外`),
		kinds: []kindWords{
			{Sticker, compile("sticker|figurinha|autocollant|çıkartma|стикер|naklejk|स्टिकर|ملصق|貼圖|贴纸|스티커|ステッカー")},
			{GIF, compile("gif")},
			{Video, compile("video|vídeo|vidéo|видео|wideo|वीडियो|فيديو|影片|视频|동영상|ビデオ|動画")},
			{Voice, compile("audio|voice|áudio|ses|аудио|ऑडियो|صوت|音訊|音频|오디오|音声")},
			{Contact, compile("contact|kontakt|contatto|contato|kişi|контакт|संपर्क|جهة اتصال|聯絡人|联系人|연락처|連絡先")},
			{Picture, compile("image|bild|imagen|immagine|imagem|afbeelding|görüntü|изображение|фото|obraz|gambar|चित्र|صورة|圖片|图片|이미지|사진|画像")},
		},
		encrypted: compile(`end-to-end|ende-zu-ende|de extremo a extremo|de bout en bout|crittografati|de ponta a ponta|uçtan uca|сквозным шифрованием|w pełni szyfrowane|端到端|端對端|종단간 암호화|エンドツーエンド|مشفرة تمامًا|एंड-टू-एंड`),
		app:       compile(`whatsapp|messages and calls|nachrichten und anrufe|mensajes y las llamadas|messages et les appels|messaggi e le chiamate|as mensagens|berichten en oproepen|сообщения`),
		call: compile(`^(missed |verpasster |llamada |appel |chiamata |chamada |gemiste |cevapsız |пропущенный )?(silenced )?` +
			`(voice call|video call|group call|sprachanruf|videoanruf|de voz|de vídeo|de video|de grupo|vocal|vidéo|vocale|videochiamata|videochamada|videollamada|spraakoproep|video-oproep|sesli arama|görüntülü arama|аудиозвонок|видеозвонок)` +
			`( perdida| manqué| persa)?([,.].*)?$`),
		missed: compile(`missed|verpasst|perdida|manqué|persa|gemist|cevapsız|пропущ|no answer|keine antwort|sin respuesta`),
		length: compile(`(\d+)\s*(h|hr|std|min|sec|s|sek)\b`),
		deleted: set(
			"this message was deleted", "you deleted this message", "diese nachricht wurde gelöscht", "du hast diese nachricht gelöscht",
			"se eliminó este mensaje", "este mensaje fue eliminado", "eliminaste este mensaje", "ce message a été supprimé", "vous avez supprimé ce message", "ce message a été effacé",
			"questo messaggio è stato eliminato", "hai eliminato questo messaggio", "esta mensagem foi apagada", "mensagem apagada", "você apagou esta mensagem", "apagaste esta mensagem",
			"dit bericht is verwijderd", "je hebt dit bericht verwijderd", "u hebt dit bericht verwijderd", "bu mesaj silindi", "bu mesajı sildiniz",
			"данное сообщение удалено", "вы удалили данное сообщение", "ta wiadomość została usunięta", "pesan ini dihapus", "यह मैसेज डिलीट किया गया है",
			"تم حذف هذه الرسالة", "此訊息已刪除", "此消息已被删除", "삭제된 메시지입니다", "このメッセージは削除されました",
		),
		calls: set(
			"missed voice call", "missed video call", "missed group voice call", "missed group video call", "verpasster sprachanruf", "verpasster videoanruf",
			"llamada de voz perdida", "videollamada perdida", "appel vocal manqué", "appel vidéo manqué", "chiamata vocale persa", "videochiamata persa",
			"chamada de voz perdida", "chamada de vídeo perdida", "gemiste spraakoproep", "gemiste video-oproep", "cevapsız sesli arama", "пропущенный аудиозвонок",
		),
		votes:    compile(`\s*\(\D*(\d+)[^()]*\)\s*$`),
		location: compile(`^\S{0,20}(: | : )?https://(maps\.google\.com/\?q=|foursquare\.com/v/)\S+$`),
	}
}

// cutEdited cuts "<This message was edited>" from the end of a text: iPhones put a mark before it, in any language.
func cutEdited(text string) (string, bool) {
	i := strings.LastIndexByte(text, '<')
	if i < 0 || !strings.HasSuffix(text, ">") || strings.ContainsAny(text[i+1:len(text)-1], "<>\n:") {
		return text, false
	}
	before, note := text[:i], strings.ToLower(text[i+1:len(text)-1])
	marked := strings.HasSuffix(before, "\u200e") && strings.TrimSpace(withoutMarks(before)) != ""
	known := slices.Contains([]string{
		"this message was edited", "diese nachricht wurde bearbeitet", "se editó este mensaje.", "se editó este mensaje", "ce message a été modifié",
		"questo messaggio è stato modificato", "mensagem editada", "esta mensagem foi editada", "dit bericht is bewerkt", "bu mesaj düzenlendi",
		"данное сообщение изменено", "wiadomość edytowana", "pesan ini diedit", "यह मैसेज बदला गया", "تم تعديل هذه الرسالة", "此訊息已編輯", "消息已编辑",
	}, note)
	if !marked && !known {
		return text, false
	}
	return strings.TrimRight(before, " \u200e"), true
}

// attachedName returns the name of an attached file: "<attached: name>" of iPhones or "name (file attached)" of Android, in
// any language.
func (w *whatsAppWords) attachedName(line string) string {
	if strings.HasPrefix(line, "<") {
		if found := w.bracketed.FindStringSubmatch(line); found != nil && extension(found[1]) != "" {
			return found[1]
		}
		return ""
	}
	if !strings.HasSuffix(line, ")") && !strings.HasSuffix(line, "）") {
		return ""
	}
	found := w.parenthesised.FindStringSubmatch(line)
	if found == nil || strings.ContainsAny(found[1], "/\\") {
		return ""
	}
	known := slices.Contains([]string{
		"file attached", "datei angehängt", "archivo adjunto", "fichier joint", "file allegato", "arquivo anexado", "ficheiro anexado", "bestand bijgevoegd",
		"dosya ekli", "файл добавлен", "plik załączony", "file terlampir", "फ़ाइल संलग्न", "الملف مرفق", "附件檔案", "文件附件", "첨부된 파일", "添付ファイル",
	}, strings.ToLower(found[2]))
	if known || w.named.MatchString(found[1]) {
		return found[1]
	}
	return ""
}

// whatsAppKind guesses from WhatsApp's own names of files what they are, or else from their endings.
func whatsAppKind(name string) AttachmentKind {
	upper := strings.ToUpper(name)
	for part, kind := range map[string]AttachmentKind{
		"PTT-": Voice, "STK-": Sticker, "-STICKER-": Sticker, "-GIF-": GIF, "-AUDIO-": Voice, "-PHOTO-": Picture, "-VIDEO-": Video,
	} {
		if strings.Contains(upper, part) {
			return kind
		}
	}
	return kindOfFile(name)
}

// omitted returns what was left out of an export without files: "<Media omitted>" of Android, or "image omitted" of
// iPhones. Both may say the kind. It has no kind for other text.
func (w *whatsAppWords) omitted(line string, byApp bool) Attachment {
	lower := strings.ToLower(line)
	if slices.Contains([]string{
		"<media omitted>", "<medien ausgeschlossen>", "<medien weggelassen>", "<multimedia omitido>", "<archivo omitido>", "<médias omis>", "<media omessi>",
		"<mídia oculta>", "<ficheiro não revelado>", "<media weggelaten>", "<medya dahil edilmedi>", "<без медиафайлов>", "<pominięto multimedia>",
		"<media tidak disertakan>", "<मीडिया के बिना>", "<تم استبعاد الوسائط>", "<省略多媒體檔案>", "<省略多媒体文件>", "<미디어 파일을 제외한 내용>", "<メディアなし>",
	}, lower) {
		return Attachment{Kind: Media}
	}
	if found := w.document.FindStringSubmatch(line); found != nil && w.isLeftOut(found[2]) { // "Plan.pdf • 3 pages document omitted"
		return Attachment{Kind: File, Name: found[1]}
	}
	angled := strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">")
	if !byApp && !angled || !w.isLeftOut(strings.Trim(line, "<>")) || strings.ContainsAny(line, "0123456789") {
		return Attachment{}
	}
	for _, kind := range w.kinds {
		if kind.words.MatchString(lower) {
			return Attachment{Kind: kind.kind}
		}
	}
	if angled {
		return Attachment{Kind: Media}
	}
	return Attachment{Kind: File}
}

// isLeftOut reports whether a few words say that something was left out.
func (w *whatsAppWords) isLeftOut(text string) bool {
	return len(strings.Fields(text)) <= 6 && !strings.ContainsAny(text, ".,:<>") && w.leftOut.MatchString(strings.ToLower(text))
}

// noteOf returns a text in lower case if it is short enough to stand in place of a message, else nothing. It is made once for each
// message: there may be millions.
func noteOf(text string) string {
	const longest = 120 // bytes
	if len(text) > longest {
		return ""
	}
	return strings.ToLower(text)
}

// isDeleted recognises the note in place of a deleted message.
func (w *whatsAppWords) isDeleted(note string) bool {
	return w.deleted[strings.TrimRight(note, ".。")]
}

// isNotice recognises the line that begins most chats.
func (w *whatsAppWords) isNotice(text string) bool {
	if len(text) < 30 || len(text) > 700 {
		return false
	}
	lower := strings.ToLower(text)
	return w.encrypted.MatchString(lower) && w.app.MatchString(lower)
}

// callOf recognises calls: "Missed voice call", or on iPhones "Voice call, 12 min", with a mark that the app says so.
func (w *whatsAppWords) callOf(note string, byApp bool) (found, missed bool, seconds float64) {
	if !w.calls[note] && !(byApp && w.call.MatchString(note)) {
		return false, false, 0
	}
	for _, part := range w.length.FindAllStringSubmatch(note, -1) {
		n, _ := strconv.ParseFloat(part[1], 64)
		switch part[2] {
		case "h", "hr", "std":
			n *= 3600
		case "min":
			n *= 60
		}
		seconds += n
	}
	return true, w.missed.MatchString(note), seconds
}

// isVideoCall tells calls with pictures from others, by the words of the languages above.
func isVideoCall(text string) bool {
	return regexp.MustCompile(`(?i)video|vídeo|vidéo|görüntülü|видео`).MatchString(text)
}

// isPoll recognises "POLL:" with its question and options in the lines below. Where no mark says that the app has written it, as
// on Android, each option must have its votes.
func (w *whatsAppWords) isPoll(text string, byApp bool) bool {
	head, rest, ok := strings.Cut(text, ":\n")
	if !ok || head != strings.ToUpper(head) || len(head) > 30 {
		return false
	}
	if byApp {
		return true
	}
	lines := strings.Split(strings.TrimSpace(rest), "\n")
	for _, line := range lines[1:] {
		if word, _, ok := strings.Cut(line, ": "); !ok || word != strings.ToUpper(word) || !w.votes.MatchString(line) {
			return false
		}
	}
	return len(lines) > 2
}

// pollOf reads the question, and options such as "OPTION: The large one (2 votes)", whatever the language of the words.
func (w *whatsAppWords) pollOf(text string) Attachment {
	_, rest, _ := strings.Cut(text, ":\n")
	question, rest, _ := strings.Cut(rest, "\n")
	poll := Attachment{Kind: Poll, Name: strings.TrimSpace(question)}
	for line := range strings.Lines(rest) {
		word, option, ok := strings.Cut(line, ": ")
		if !ok || word != strings.ToUpper(word) {
			continue
		}
		found := PollOption{Text: strings.TrimSpace(option)}
		if count := w.votes.FindStringSubmatch(option); count != nil {
			found.Text = strings.TrimSpace(strings.TrimSuffix(option, count[0]))
			found.Votes, _ = strconv.Atoi(count[1]) // too many digits are no votes
		}
		poll.Options = append(poll.Options, found)
	}
	return poll
}

// isLocation recognises a place: a word and an address of a map.
func (w *whatsAppWords) isLocation(text string) bool {
	return strings.Contains(text, "https://") && w.location.MatchString(text)
}
