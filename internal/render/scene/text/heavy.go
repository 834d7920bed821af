package text

// HeavyError says that a text is too much to be drawn, and what is too much of it.
type HeavyError struct{ Message string }

func (e *HeavyError) Error() string { return e.Message }
