class InvalidPolicy(ValueError):  # noqa: N818 # the policy is what is wrong, not an error
    """AWS would not take this policy.

    Attributes:
        place: where in the document, such as `Statement[1].Condition.StringLike["aws:x"]`; "" is the document itself.
        problem: what is wrong there, as the end of a sentence.
    """

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place or 'The policy'} {problem}.")
        self.place = place
        self.problem = problem
