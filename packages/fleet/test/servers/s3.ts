/** The S3 server of these tests, for the SDK in this process and in others. */
import { CreateBucketCommand, DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { inject, vi } from "vitest";

/** What a process needs to use it. */
export function s3Environment(): Record<string, string> {
  const { endpoint, accessKey, secretKey } = inject("s3");
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
    AWS_REGION: "us-east-1",
  };
}

/** Has this process use it, until the test is over. */
export function useS3(): void {
  for (const [name, value] of Object.entries(s3Environment())) vi.stubEnv(name, value);
}

export async function makeBucket(name: string): Promise<void> {
  await send(new CreateBucketCommand({ Bucket: name }));
}

/** What a store never does itself. */
export async function removeObject(bucket: string, key: string): Promise<void> {
  await send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

async function send(command: CreateBucketCommand | DeleteObjectCommand): Promise<void> {
  const { endpoint, accessKey: accessKeyId, secretKey: secretAccessKey } = inject("s3");
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  try {
    await (command instanceof CreateBucketCommand ? client.send(command) : client.send(command));
  } finally {
    client.destroy();
  }
}
