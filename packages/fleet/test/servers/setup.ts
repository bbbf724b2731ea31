/** Servers for all tests of this folder: PostgreSQL, and Ceph's gateway for S3. */
import { startCeph } from "./ceph.ts";
import { Postgres } from "./postgres.ts";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    s3: { readonly endpoint: string; readonly accessKey: string; readonly secretKey: string };
    postgres: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [ceph, postgres] = await Promise.all([startCeph(), Postgres.start()]);
  const { endpoint, accessKey, secretKey } = ceph;
  project.provide("s3", { endpoint, accessKey, secretKey });
  project.provide("postgres", postgres.url());
  return async () => {
    await Promise.all([ceph.close(), postgres.close()]);
  };
}
