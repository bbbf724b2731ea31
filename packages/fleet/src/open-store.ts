/** A store by its address. */
import type { Store, StoreEvents } from "./store.ts";
import { InputError } from "../../../src/base/errors.ts";

/** @throws InputError `bad-store` for an address that is none */
export async function openStore(url: string, events: StoreEvents = {}): Promise<Store> {
  const s3 = /^s3:\/\/([^/@:]+)(?:\/(.*))?$/.exec(url);
  if (s3 !== null) {
    const { S3Store } = await import("./s3-store.ts");
    const [bucket, prefix] = [s3[1]!, (s3[2] ?? "").replace(/\/+$/, "")];
    return S3Store.open(`s3://${bucket}${prefix && `/${prefix}`}`, bucket, prefix, events);
  }
  if (/^s3:\/\/.*@/.test(url)) {
    const where = "credentials do not belong in an address: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    throw new InputError("bad-store", where);
  }
  const folder = /^file:(?:\/\/)?(\/.*)$/.exec(url)?.[1] ?? (/^\.{0,2}\//.test(url) ? url : null);
  if (folder === null) {
    throw new InputError("bad-store", `"${url}" is no store: s3://bucket/prefix, or file:/shared/folder`);
  }
  const { FolderStore } = await import("./folder-store.ts");
  return FolderStore.open(url, folder);
}
