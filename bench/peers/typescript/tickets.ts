// The ticket issuer in TypeScript with AWS's SDK v3: claim the booking, then all of its tickets at once, or in order.
import { createHmac } from "node:crypto";
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  PutItemCommand,
  type PutItemCommandInput,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { type Batch, type BatchAnswer, type Booking, readBooking, type SqsRecord } from "./booking";
import { drawQr } from "#qr";

const TABLE = process.env.TICKETS_TABLE;
const SEQUENTIAL = process.env.BENCH_SEQUENTIAL === "1";
const MAX_AGE = 300_000; // milliseconds

const timeouts = { maxAttempts: 2, requestHandler: { connectionTimeout: 1000, requestTimeout: 2000 } };
const dynamodb = new DynamoDBClient(timeouts);
const s3 = new S3Client(timeouts);
const secrets = new SecretsManagerClient(timeouts);

type KeyRing = { active: string; keys: Record<string, string> };
let ring: Promise<KeyRing> | undefined;
let readAt = 0;

function keyRing(): Promise<KeyRing> {
  if (ring === undefined || performance.now() - readAt >= MAX_AGE) {
    readAt = performance.now();
    ring = secrets
      .send(new GetSecretValueCommand({ SecretId: process.env.SIGNING_SECRET_ARN }))
      .then((answer) => JSON.parse(answer.SecretString ?? "") as KeyRing);
  }
  return ring;
}

async function conditionHeld(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

async function put(input: Omit<PutItemCommandInput, "TableName">): Promise<void> {
  if (!(await conditionHeld(dynamodb.send(new PutItemCommand({ TableName: TABLE, ...input })))))
    throw new Error("was there before"); // this peer issues new bookings only
}

function texts(values: Record<string, string>): Record<string, { S: string }> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { S: value }]));
}

async function claim(booking: Booking): Promise<void> {
  await put({
    Item: texts({
      userId: `booking#${booking.bookingId}`,
      ticketId: "owner",
      ownerId: booking.userId,
      eventId: booking.event.id,
    }),
    ConditionExpression: "attribute_not_exists(ticketId) OR ownerId = :owner AND eventId = :event",
    ExpressionAttributeValues: { ":owner": { S: booking.userId }, ":event": { S: booking.event.id } },
  });
}

function sign(keys: KeyRing, ticketId: string, eventId: string): string {
  const signed = `MT1.${keys.active}.${ticketId}.${eventId}`;
  const key = Buffer.from(keys.keys[keys.active] ?? "", "base64");
  const mac = createHmac("sha256", key).update(`minitickets/ticket/v1\n${signed}`).digest().subarray(0, 16);
  return `${signed}.${mac.toString("base64url")}`;
}

async function issue(booking: Booking, number: number, record: SqsRecord): Promise<void> {
  const keys = await keyRing();
  const { userId, bookingId, event } = booking;
  const ticketId = `${bookingId}-${number}`;
  const assetKey = `tickets/${bookingId}/${number}.png`;
  await put({
    Item: texts({
      userId,
      ticketId,
      bookingId,
      eventId: event.id,
      eventTitle: event.title,
      venue: event.venue,
      startsAt: event.startsAt,
      eventDate: event.startsAt.slice(0, 10),
      eventDateKey: `${event.id}#${ticketId}`,
      status: "reserved",
      assetKey,
      keyId: keys.active,
    }),
    ConditionExpression: "attribute_not_exists(ticketId)",
  });
  const png = await drawQr(sign(keys, ticketId, event.id));
  await s3.send(
    new PutObjectCommand({ Bucket: process.env.ASSETS_BUCKET, Key: assetKey, Body: png, ContentType: "image/png" }),
  );
  await complete(userId, ticketId);
  const line = { level: "INFO", message: "ticket_issued", correlationId: booking.correlationId };
  process.stdout.write(`${JSON.stringify({ ...line, messageId: record.messageId })}\n`);
}

async function complete(userId: string, ticketId: string): Promise<void> {
  await conditionHeld(
    dynamodb.send(
      new UpdateItemCommand({
        TableName: TABLE,
        Key: texts({ userId, ticketId }),
        UpdateExpression: "SET #status = :issued, issuedAt = :issuedAt",
        ConditionExpression: "#status = :reserved",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: texts({
          ":reserved": "reserved",
          ":issued": "issued",
          ":issuedAt": new Date().toISOString(),
        }),
      }),
    ),
  );
}

async function attend(record: SqsRecord): Promise<boolean> {
  try {
    const booking = readBooking(record.body);
    await claim(booking);
    const numbers = Array.from({ length: booking.quantity }, (_, index) => index + 1);
    if (SEQUENTIAL) for (const number of numbers) await issue(booking, number, record);
    else await Promise.all(numbers.map((number) => issue(booking, number, record)));
    return true;
  } catch {
    return false;
  }
}

export async function handler(event: Batch): Promise<BatchAnswer> {
  const failed: { itemIdentifier: string }[] = [];
  for (const record of event.Records) {
    if (!(await attend(record))) failed.push({ itemIdentifier: record.messageId });
  }
  return { batchItemFailures: failed };
}
