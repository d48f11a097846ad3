// The AWS calls that the documents and the map name and that the commands on those pages make, by AWS's SDK for
// JavaScript. STACK holds the dev stack's outputs, BOOKING a message; the SDK looks for endpoint, region and keys itself.
//
// Prints an object a line: the call, what its answer must have, and what it has; or the error's name.

const stack = JSON.parse(process.env.STACK);
const DATE = "a date"; // stands for any

const bucket = { Bucket: stack.assetsBucket };
const dead = { QueueUrl: stack.jobsDlqUrl };
const domain = stack.dkimRecords[0].name.split("._domainkey.")[1];
const image = { repositoryName: stack.repositoryUrl.split("/").pop() };
const log = { logGroupName: stack.workerLogGroup };
const ofApi = { RoleName: "API_TASK_ROLE", PolicyArn: stack.apiPolicyArn };
const role = { RoleName: stack.workerFunction };
const secret = { SecretId: stack.signingSecretArn };
const table = { TableName: stack.ticketsTable };
const topic = { TopicArn: stack.alarmTopicArn };
const worker = { FunctionName: stack.workerFunction };

const handle = (got) => got.ReceiveMessage.Messages[0].ReceiptHandle;
const versions = (got) => got.ListObjectVersions.Versions.map(({ Key, VersionId }) => ({ Key, VersionId }));

// By service, in this order: the operation; its input, or what makes it of the answers so far; what the answer has.
const CALLS = {
  cloudwatch: [
    ["DescribeAlarms", { AlarmNames: [`${stack.workerFunction}-is-throttled`] },
      { "MetricAlarms.length": 1, "MetricAlarms.0.Threshold": 0, "MetricAlarms.0.StateUpdatedTimestamp": DATE }],
  ],
  "cloudwatch-logs": [
    ["FilterLogEvents", { ...log, filterPattern: '{ $.message = "job_failed" }' },
      { "events.length": 1, "events.0.message": /job_failed/, "events.0.timestamp": /^\d{13}$/ }],
    ["FilterLogEvents", { ...log, filterPattern: '"Task timed out"' }, { events: [] }],
    ["DescribeMetricFilters", log,
      { "metricFilters.0.filterPattern": /\$\.message/, "metricFilters.0.metricTransformations.0.metricValue": "1" }],
  ],
  dynamodb: [
    ["DescribeTable", table,
      { "Table.TableStatus": "ACTIVE", "Table.DeletionProtectionEnabled": true, "Table.CreationDateTime": DATE }],
    ["UpdateTable", { ...table, DeletionProtectionEnabled: false }, { "TableDescription.TableName": table.TableName }],
    ["DescribeTable", table, { "Table.DeletionProtectionEnabled": false }],
    ["DescribeTable", { TableName: "none" }, { error: "ResourceNotFoundException" }],
  ],
  ecr: [
    ["GetAuthorizationToken", {},
      { "authorizationData.0.authorizationToken": /./, "authorizationData.0.expiresAt": DATE }],
    ["DescribeImages", { ...image, imageIds: [{ imageTag: "first" }] },
      { "imageDetails.0.imageDigest": /^sha256:[0-9a-f]{64}$/, "imageDetails.0.imagePushedAt": DATE }],
    ["GetLifecyclePolicy", image, { lifecyclePolicyText: /"rules"/ }],
    ["GetRepositoryPolicy", image, { policyText: /lambda.amazonaws.com/ }],
    ["ListImages", image, { "imageIds.0.imageTag": "first" }],
    ["BatchDeleteImage", (got) => ({ ...image, imageIds: got.ListImages.imageIds }),
      { "imageIds.length": 1, failures: [] }],
    ["ListImages", image, { imageIds: [] }],
  ],
  iam: [
    ["GetRolePolicy", { ...role, PolicyName: "ProcessedJobsTable" }, { PolicyDocument: /dynamodb/ }],
    ["ListRolePolicies", role, { PolicyNames: /ProcessedJobsTable/ }],
    ["ListAttachedRolePolicies", role, { AttachedPolicies: [] }],
    ["AttachRolePolicy", ofApi, {}],
    ["GetPolicy", { PolicyArn: ofApi.PolicyArn }, { "Policy.AttachmentCount": 1, "Policy.CreateDate": DATE }],
    ["DetachRolePolicy", ofApi, {}],
    ["DetachRolePolicy", ofApi, { error: "NoSuchEntityException" }],
  ],
  lambda: [
    ["ListEventSourceMappings", worker, { "EventSourceMappings.0.State": "Enabled",
      "EventSourceMappings.0.BatchSize": 10, "EventSourceMappings.0.LastModified": DATE }],
    ["GetAccountSettings", {}, { "AccountLimit.ConcurrentExecutions": /^\d+$/, "AccountUsage.FunctionCount": 2 }],
    ["GetFunction", worker, { "Configuration.FunctionName": worker.FunctionName, "Code.RepositoryType": "ECR" }],
    ["GetFunction", { FunctionName: "none" }, { error: "ResourceNotFoundException" }],
  ],
  s3: [
    ["ListBuckets", {}, { "Buckets.0.Name": bucket.Bucket, "Buckets.0.CreationDate": DATE }],
    ["ListObjectsV2", { ...bucket, Prefix: "tickets/" },
      { "Contents.0.Key": "tickets/first.png", "Contents.0.LastModified": DATE }],
    ["GetBucketOwnershipControls", bucket, { "OwnershipControls.Rules.0.ObjectOwnership": "BucketOwnerEnforced" }],
    ["GetBucketPolicy", bucket, { Policy: /aws:SecureTransport/ }],
    ["GetBucketPolicy", { Bucket: "none" }, { error: "NoSuchBucket" }],
    ["GetPublicAccessBlock", bucket, { "PublicAccessBlockConfiguration.BlockPublicAcls": true }],
    ["GetBucketVersioning", bucket, { Status: "Enabled" }],
    ["ListObjectVersions", bucket, { "Versions.length": 1, "Versions.0.IsLatest": true }],
    ["DeleteObjects", (got) => ({ ...bucket, Delete: { Objects: versions(got) } }), { "Deleted.length": 1 }],
  ],
  "secrets-manager": [
    ["ListSecrets", {}, { "SecretList.0.ARN": secret.SecretId }],
    ["DescribeSecret", secret, { ARN: secret.SecretId, CreatedDate: DATE }],
    ["GetResourcePolicy", secret, { ARN: secret.SecretId }],
    ["GetSecretValue", secret, { error: "ResourceNotFoundException" }],
    ["PutSecretValue", { ...secret, SecretString: "{}" }, { VersionStages: ["AWSCURRENT"] }],
    ["GetSecretValue", secret, { SecretString: "{}", CreatedDate: DATE }],
    [
      "UpdateSecretVersionStage",
      { ...secret, VersionStage: "AWSCURRENT", MoveToVersionId: "00000000-0000-0000-0000-000000000000" },
      { error: "ResourceNotFoundException" },
    ],
    ["DeleteSecret", secret, { DeletionDate: DATE }],
    ["RestoreSecret", secret, { ARN: secret.SecretId }],
    ["DeleteSecret", { ...secret, ForceDeleteWithoutRecovery: true }, { DeletionDate: DATE }],
  ],
  sesv2: [
    ["GetEmailIdentity", { EmailIdentity: domain },
      { VerifiedForSendingStatus: true, "DkimAttributes.Tokens.length": 3 }],
    ["GetAccount", {}, { ProductionAccessEnabled: true, "SendQuota.MaxSendRate": /^\d+$/ }],
  ],
  sns: [
    ["ListSubscriptionsByTopic", topic, { Subscriptions: [] }],
    ["GetTopicAttributes", topic, { "Attributes.TopicArn": topic.TopicArn }],
  ],
  sqs: [
    ["GetQueueUrl", { QueueName: dead.QueueUrl.split("/").pop() }, dead],
    ["GetQueueUrl", { QueueName: "none" }, { error: "QueueDoesNotExist" }],
    ["GetQueueAttributes", { ...dead, AttributeNames: ["All"] },
      { "Attributes.RedriveAllowPolicy": /byQueue/, "Attributes.Policy": /aws:SecureTransport/ }],
    ["SendMessage", { ...dead, MessageBody: "one" }, { MessageId: /^[0-9a-f-]{36}$/ }],
    ["ReceiveMessage", { ...dead, MessageSystemAttributeNames: ["All"] },
      { "Messages.0.Body": "one", "Messages.0.Attributes.ApproximateReceiveCount": "1" }],
    ["ChangeMessageVisibilityBatch",
      (got) => ({ ...dead, Entries: [{ Id: "0", ReceiptHandle: handle(got), VisibilityTimeout: 30 }] }),
      { "Successful.0.Id": "0" }],
    ["DeleteMessage", (got) => ({ ...dead, ReceiptHandle: handle(got) }), {}],
    ["SendMessageBatch",
      { QueueUrl: stack.jobsQueueUrl, Entries: [{ Id: "0", MessageBody: process.env.BOOKING }] },
      { "Successful.0.Id": "0" }],
  ],
  sts: [["GetCallerIdentity", {}, { Account: /^\d{12}$/, Arn: /^arn:aws:/, UserId: /./ }]],
};

// What the embedded AWS does not serve.
const UNSERVED = {
  cloudwatch: ["GetMetricWidgetImage", { MetricWidget: "{}" }],
  "cloudwatch-logs": ["ListAnomalies", {}],
  dynamodb: ["ListContributorInsights", {}],
  ecr: ["GetAccountSetting", { name: "BASIC_SCAN_TYPE_VERSION" }],
  iam: ["GenerateServiceLastAccessedDetails", { Arn: ofApi.PolicyArn }],
  lambda: ["GetPolicy", worker],
  s3: ["DeleteBucketMetricsConfiguration", { ...bucket, Id: "one" }],
  "secrets-manager": ["ValidateResourcePolicy", { ResourcePolicy: "{}" }],
  sesv2: ["ListRecommendations", {}],
  sns: ["GetSMSSandboxAccountStatus", {}],
  sqs: ["ListMessageMoveTasks", { SourceArn: "arn:aws:sqs:ap-south-1:123456789012:none" }],
  sts: ["DecodeAuthorizationMessage", { EncodedMessage: "one" }],
};

// What stands at a path, or the pattern that it matches.
function found(answer, path, wanted) {
  const value = path.split(".").reduce((parent, key) => parent?.[key], answer);
  if (wanted instanceof RegExp && wanted.test(value)) return `${wanted}`;
  return value instanceof Date && !Number.isNaN(value.valueOf()) ? DATE : value ?? null;
}

function look(answer, wanted) {
  const paths = "error" in answer ? ["error"] : Object.keys(wanted);
  return Object.fromEntries(paths.map((path) => [path, found(answer, path, wanted[path])]));
}

for (const [service, calls] of Object.entries(CALLS)) {
  const sdk = await import(`@aws-sdk/client-${service}`);
  const Client = sdk[Object.keys(sdk).find((name) => /^[A-Z].*Client$/.test(name))];
  const client = new Client({ maxAttempts: 1, forcePathStyle: true });
  const got = {};
  for (const [operation, input, wanted] of [...calls, [...UNSERVED[service], { error: /^UnknownOperation/ }]]) {
    const command = new sdk[`${operation}Command`](typeof input === "function" ? input(got) : input);
    const answer = await client.send(command).catch((error) => ({ error: error.name }));
    got[operation] = answer;
    const texts = Object.entries(wanted).map(([path, each]) => [path, each instanceof RegExp ? `${each}` : each]);
    const line = { service, operation, wanted: Object.fromEntries(texts), found: look(answer, wanted) };
    console.log(JSON.stringify(line));
  }
}
