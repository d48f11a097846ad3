// The worker as one writes it in TypeScript with AWS's SDK v3: all messages of a batch at once, or one after the other.
import { ConditionalCheckFailedException, DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { SendEmailCommand, SESv2Client } from "@aws-sdk/client-sesv2";
import { ChangeMessageVisibilityBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { type Batch, type BatchAnswer, Poison, readBooking, type SqsRecord } from "./booking";
import { emailOf } from "./letter";

const TABLE = process.env.PROCESSED_JOBS_TABLE;
const RETENTION_SECONDS = 30 * 24 * 3600;
const BACKOFF_SECONDS = [10, 40, 120];
const SEQUENTIAL = process.env.BENCH_SEQUENTIAL === "1";

const dynamodb = new DynamoDBClient({ maxAttempts: 1, requestHandler: { connectionTimeout: 500, requestTimeout: 1000 } });
const ses = new SESv2Client({ maxAttempts: 1, requestHandler: { connectionTimeout: 1000, requestTimeout: 4000 } });
const sqs = new SQSClient({
  useQueueUrlAsEndpoint: false, // the queue is where the stand-in is
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 500, requestTimeout: 1000 },
});

type Failed = { record: SqsRecord; poison: boolean };

async function isDone(jobKey: string): Promise<boolean> {
  const answer = await dynamodb.send(
    new GetItemCommand({ TableName: TABLE, Key: { jobKey: { S: jobKey } }, ConsistentRead: true }),
  );
  return answer.Item !== undefined;
}

async function markDone(jobKey: string, emailId: string): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  try {
    await dynamodb.send(
      new PutItemCommand({
        TableName: TABLE,
        Item: {
          jobKey: { S: jobKey },
          expiresAt: { N: String(now + RETENTION_SECONDS) },
          processedAt: { S: new Date(now * 1000).toISOString() },
          emailId: { S: emailId },
        },
        ConditionExpression: "attribute_not_exists(jobKey) OR expiresAt < :now OR attribute_exists(leaseOwner)",
        ExpressionAttributeValues: { ":now": { N: String(now) } },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

function tell(level: string, message: string, record: SqsRecord, jobKey?: string): void {
  process.stdout.write(`${JSON.stringify({ level, message, jobKey, messageId: record.messageId })}\n`);
}

async function attend(record: SqsRecord): Promise<Failed | undefined> {
  try {
    const booking = readBooking(record.body);
    const jobKey = `${booking.type}:${booking.bookingId}`;
    if (await isDone(jobKey)) {
      tell("INFO", "job_skipped", record, jobKey);
      return undefined;
    }
    const answer = await ses.send(new SendEmailCommand(emailOf(booking)));
    tell("INFO", "email_sent", record, jobKey);
    await markDone(jobKey, answer.MessageId ?? "");
    return undefined;
  } catch (error) {
    const poison = error instanceof Poison;
    tell(poison ? "ERROR" : "WARNING", poison ? "poison_message" : "job_failed", record);
    return { record, poison };
  }
}

async function attendAll(records: SqsRecord[]): Promise<(Failed | undefined)[]> {
  if (!SEQUENTIAL) return Promise.all(records.map(attend));
  const found: (Failed | undefined)[] = [];
  for (const record of records) found.push(await attend(record));
  return found;
}

async function hide(failed: Failed[]): Promise<void> {
  if (failed.length === 0) return;
  await sqs.send(
    new ChangeMessageVisibilityBatchCommand({
      QueueUrl: process.env.JOBS_QUEUE_URL,
      Entries: failed.map(({ record, poison }, position) => {
        const count = Number(record.attributes.ApproximateReceiveCount);
        return {
          Id: String(position),
          ReceiptHandle: record.receiptHandle,
          VisibilityTimeout: poison ? 0 : BACKOFF_SECONDS[Math.min(count, BACKOFF_SECONDS.length) - 1],
        };
      }),
    }),
  );
}

export async function handler(event: Batch): Promise<BatchAnswer> {
  const failed = (await attendAll(event.Records)).filter((each) => each !== undefined);
  await hide(failed);
  return { batchItemFailures: failed.map(({ record }) => ({ itemIdentifier: record.messageId })) };
}
