from pulumicheck.iam.pattern import Facts, Pattern


class Patterns:
    """An Action, NotAction, Resource or NotResource element.

    Attributes:
        texts: its values, as they stand there.
        negated: whether it is one of the Not… elements.
    """

    def __init__(self, patterns: list[Pattern], *, negated: bool) -> None:
        self.texts = tuple(pattern.text for pattern in patterns)
        self.negated = negated
        self._patterns = patterns
        # Most texts have neither wildcard nor variable: one look into a set finds them.
        self._literals = {pattern.literal for pattern in patterns if pattern.literal is not None}
        self._others = [pattern for pattern in patterns if pattern.literal is None]

    def match(self, value: str, facts: Facts) -> bool:
        """Whether the element matches; a variable without a value keeps the Not… elements from matching, too."""
        if value in self._literals:
            return not self.negated
        if not self._others:
            return self.negated
        found = [pattern.matches(value, facts) for pattern in self._others]
        return not any(found) and None not in found if self.negated else any(found)

    def could_match(self, value: str) -> bool:
        """Whether the element matches in some request: a variable may be anything."""
        if self.negated:
            return not any(pattern.matches(value, {}) for pattern in self._patterns)
        return any(pattern.could_match(value) for pattern in self._patterns)

    def could_begin_with(self, text: str) -> bool:
        """Whether the element matches some value that begins with a text, in some request."""
        if self.negated:
            return not any(pattern.matches(f"{text}*", {}) for pattern in self._patterns)
        return any(pattern.could_begin_with(text) for pattern in self._patterns)
