/** AWS's word for each kind of resource, and the family that gives it its colour. */
const KINDS = {
  queue: ["SQS queue", "message"],
  dlq: ["dead-letter queue", "message"],
  topic: ["SNS topic", "message"],
  identity: ["SES identity", "message"],
  function: ["Lambda function", "compute"],
  mapping: ["event source mapping", "compute"],
  repository: ["ECR repository", "compute"],
  table: ["DynamoDB table", "storage"],
  bucket: ["S3 bucket", "storage"],
  role: ["IAM role", "access"],
  policy: ["policy", "access"],
  secret: ["Secrets Manager secret", "access"],
  "log-group": ["log group", "watch"],
  alarm: ["CloudWatch alarm", "watch"],
  metric: ["metric filter", "watch"],
  setting: ["setting", "watch"],
  external: ["external", "outside"],
};

export function kindWord(kind) {
  return KINDS[kind]?.[0] ?? kind;
}

export function family(kind) {
  return KINDS[kind]?.[1] ?? "outside";
}
