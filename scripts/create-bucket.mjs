import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

// Creates the bucket S3_BUCKET in a self-hosted store, waiting up to two minutes for the store to start.
const { S3_ENDPOINT, S3_REGION = 'us-east-1', S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = process.env;
const client = new S3Client({
  region: S3_REGION,
  credentials: { accessKeyId: S3_ACCESS_KEY, secretAccessKey: S3_SECRET_KEY },
  ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT, forcePathStyle: true } : {}),
});
const bucket = { Bucket: S3_BUCKET };

for (let second = 0; ; second += 1) {
  try {
    await client
      .send(new HeadBucketCommand(bucket))
      .catch(() => client.send(new CreateBucketCommand(bucket)));
    console.info(`The bucket ${S3_BUCKET} is there`);
    break;
  } catch (error) {
    if (second >= 120) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}
