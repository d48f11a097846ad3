"""Errors that services answer with, and answers that pass for errors."""

from tests.apps.aws.cases import HTML, odd, refusal, typed, xml

THROTTLES = {
    "a throttled table": refusal(
        "GetItem",
        400,
        "ProvisionedThroughputExceededException",
        typed("com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"),
        retried=True,
    ),
    "a throttled account": refusal(
        "PutItem", 400, "ThrottlingException", typed("com.amazon.coral.availability#ThrottlingException"), retried=True
    ),
    "a limit of requests": refusal(
        "UpdateItem", 400, "RequestLimitExceeded", typed("RequestLimitExceeded"), retried=True
    ),
    "too many emails": refusal(
        "SendEmail",
        429,
        "TooManyRequestsException",
        {"message": "Maximum sending rate exceeded."},
        "x-amzn-ErrorType: TooManyRequestsException:http://internal.amazon.com/coral/com.amazonaws.ses/",
        retried=True,
    ),
    "a used up quota": refusal(
        "SendEmail", 400, "LimitExceededException", {}, "x-amzn-ErrorType: LimitExceededException", retried=True
    ),
    "a throttled queue": refusal(
        "ChangeMessageVisibilityBatch",
        403,
        "RequestThrottled",
        typed("com.amazonaws.sqs#RequestThrottled"),
        "x-amzn-query-error: RequestThrottled;Sender",
        retried=True,
    ),
    "a throttled bucket": refusal("PutObject", 503, "SlowDown", xml("SlowDown"), retried=True),
    "a throttled secret": refusal(
        "GetSecretValue", 400, "ThrottlingException", typed("ThrottlingException", key="Message"), retried=True
    ),
    "429 with a code of its own": refusal(
        "SendEmail", 429, "NewException", {}, "x-amzn-ErrorType: NewException", retried=True
    ),
}
REFUSALS = {
    "a failed condition": refusal(
        "PutItem",
        400,
        "ConditionalCheckFailedException",
        typed("com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"),
    ),
    "no such table": refusal(
        "GetItem", 400, "ResourceNotFoundException", typed("com.amazonaws.dynamodb.v20120810#ResourceNotFoundException")
    ),
    "not allowed": refusal(
        "GetItem", 400, "AccessDeniedException", typed("com.amazon.coral.service#AccessDeniedException", key="Message")
    ),
    "another transaction": refusal(
        "PutItem", 400, "TransactionConflictException", typed("TransactionConflictException")
    ),
    "a token that expired": refusal(
        "GetItem", 400, "ExpiredTokenException", typed("com.amazon.coral.service#ExpiredTokenException")
    ),
    "a clock that is wrong": refusal(
        "SendEmail",
        403,
        "InvalidSignatureException",
        {"message": "Signature not yet current"},
        "x-amzn-ErrorType: InvalidSignatureException:",
    ),
    "a clock that is wrong, for S3": refusal("PutObject", 403, "RequestTimeTooSkewed", xml("RequestTimeTooSkewed")),
    "a rejected email": refusal(
        "SendEmail",
        400,
        "MessageRejected",
        {"message": "Email address is not verified."},
        "x-amzn-ErrorType: MessageRejected",
    ),
    "a type with a namespace and a place": refusal(
        "SendEmail",
        400,
        "BadRequestException",
        {},
        "x-amzn-ErrorType: com.amazonaws.ses#BadRequestException:http://internal.amazon.com/coral/",
    ),
    "a type beside HTML": refusal("SendEmail", 400, "MessageRejected", HTML, "x-amzn-ErrorType: MessageRejected"),
    "a suspended account": refusal(
        "SendEmail", 400, "AccountSuspendedException", {"message": None}, "X-Amzn-Errortype:AccountSuspendedException"
    ),
    "no such identity": refusal("SendEmail", 404, "NotFoundException", {}, "x-amzn-ErrorType: NotFoundException"),
    "a type in the body alone": refusal(
        "SendEmail", 400, "MessageRejected", typed("com.amazonaws.ses#MessageRejected")
    ),
    "a type named code": refusal("SendEmail", 400, "SendingPausedException", {"code": "SendingPausedException"}),
    "no such queue, by its old name": refusal(
        "ChangeMessageVisibilityBatch",
        400,
        "AWS.SimpleQueueService.NonExistentQueue",
        typed("com.amazonaws.sqs#QueueDoesNotExist"),
        "x-amzn-query-error: AWS.SimpleQueueService.NonExistentQueue;Sender",
    ),
    "no such bucket": refusal("PutObject", 404, "NoSuchBucket", xml("NoSuchBucket")),
    "not allowed, by S3": refusal("PutObject", 403, "AccessDenied", xml("AccessDenied")),
    "no such secret": refusal("GetSecretValue", 400, "ResourceNotFoundException", typed("ResourceNotFoundException")),
    "a key that does not decrypt": refusal("GetSecretValue", 400, "DecryptionFailure", typed("DecryptionFailure")),
    "words that look like a code": refusal(
        "PutObject", 403, "AccessDenied", xml("AccessDenied").replace(b">m<", b">&lt;Code&gt;SlowDown&lt;/Code&gt;<")
    ),
    "400 without a body": refusal("GetItem", 400, "400", b""),
    "403 without a body": refusal("PutObject", 403, "403", b""),
    "404 in HTML": refusal("SendEmail", 404, "404", HTML, "Content-Type: text/html"),
    "413 in words": refusal("GetItem", 413, "413", b"Request Entity Too Large"),
    "an error that is cut JSON": refusal("GetItem", 400, "400", b'{"__type": "ThrottlingExc'),
    "an error that is cut XML": refusal("PutObject", 400, "400", b"<Error><Code>SlowDo"),
}
ODD_ERRORS = {
    "an error that is a list": odd(b"[]"),
    "an error that is a word": odd(b'"ThrottlingException"'),
    "an error that is null": odd(b"null"),
    "an error whose type is a number": odd(b'{"__type": 7, "message": 7}'),
    "an error that is no text": odd(b"\xff\xfe\x00"),
}
SERVER_ERRORS = {
    "a failure of DynamoDB": refusal(
        "PutItem",
        500,
        "InternalServerError",
        typed("com.amazonaws.dynamodb.v20120810#InternalServerError"),
        retried=True,
    ),
    "a failure of S3": refusal("PutObject", 500, "InternalError", xml("InternalError"), retried=True),
    "a failure of SES": refusal(
        "SendEmail", 500, "InternalFailure", {}, "x-amzn-ErrorType: InternalFailure", retried=True
    ),
    "500 without a body": refusal("SendEmail", 500, "500", b"", retried=True),
    "502 in HTML": refusal("SendEmail", 502, "502", HTML, "Content-Type: text/html", retried=True),
    "503 in HTML": refusal("GetItem", 503, "503", HTML, "Content-Type: text/html", retried=True),
    "503 in words": refusal("GetSecretValue", 503, "503", b"Service Unavailable", retried=True),
    "504 without a body": refusal("ChangeMessageVisibilityBatch", 504, "504", b"", retried=True),
    "503 in HTML, by S3": refusal("PutObject", 503, "503", HTML, "Content-Type: text/html", retried=True),
    "501 is for ever": refusal("PutObject", 501, "NotImplemented", xml("NotImplemented")),
    "a status beyond HTTP's": refusal("GetItem", 599, "599", b""),
}
