/** A real S3 server: Ceph's gateway with one monitor and one store in memory, in a folder of its own. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command, end, freePort, startProcess, until } from "./processes.ts";

export interface Ceph {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  close(): Promise<void>;
}

const configuration = (folder: string, monitor: number, gateway: number): string => `[global]
fsid = ${randomUUID()}
mon_host = [v2:127.0.0.1:${monitor}]
mon_initial_members = a
public_network = 127.0.0.0/8
mon_allow_pool_size_one = true
mon_data = ${folder}/mon
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pg_autoscale_mode = off
run_dir = ${folder}
log_file = ${folder}/$name.log
keyring = ${folder}/keyring
rgw_frontends = beast endpoint=127.0.0.1:${gateway}
`;

export async function startCeph(): Promise<Ceph> {
  const folder = mkdtempSync(join(tmpdir(), "canju-ceph-"));
  for (const part of ["mon", "osd"]) mkdirSync(join(folder, part));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const config = join(folder, "ceph.conf");
  const text = configuration(folder, monitor, gateway);
  writeFileSync(config, text);
  const at = ["-c", config];
  const keyring = join(folder, "keyring");
  const map = join(folder, "monmap");
  await command("ceph-authtool", ["-C", keyring, "-g", "-n", "mon.", "--cap", "mon", "allow *"]);
  const admin = ["--cap", "mon", "allow *", "--cap", "osd", "allow *", "--cap", "mgr", "allow *"];
  await command("ceph-authtool", [keyring, "-g", "-n", "client.admin", ...admin]);
  const osd = ["--cap", "mon", "allow profile osd", "--cap", "osd", "allow *"];
  await command("ceph-authtool", [keyring, "-g", "-n", "osd.0", ...osd]);
  const fsid = /fsid = (\S+)/.exec(text)![1]!;
  await command("monmaptool", ["--create", "--addv", "a", `[v2:127.0.0.1:${monitor}]`, "--fsid", fsid, map]);
  await command("ceph-mon", [...at, "-i", "a", "--mkfs", "--monmap", map, "--keyring", keyring]);
  const children = [startProcess("ceph-mon", [...at, "-i", "a", "-f"])];
  const close = async (): Promise<void> => {
    for (const child of children.toReversed()) await end(child, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const disk = randomUUID();
    await until("the monitor answers", async () => (await command("ceph", [...at, "osd", "new", disk])) === "0");
    await command("ceph-osd", [...at, "-i", "0", "--mkfs", "--osd-uuid", disk]);
    children.push(startProcess("ceph-osd", [...at, "-i", "0", "-f"]));
    const [accessKey, secretKey] = ["fleet-of-tests", "no-secret-of-anybody"];
    const user = ["user", "create", "--uid", "fleet", "--display-name", "Fleet"];
    await command("radosgw-admin", [...at, ...user, "--access-key", accessKey, "--secret-key", secretKey]);
    children.push(startProcess("radosgw", [...at, "-n", "client.admin", "-f"]));
    const endpoint = `http://127.0.0.1:${gateway}`;
    await until("the gateway answers", async () => (await fetch(endpoint)).ok);
    return { endpoint, accessKey, secretKey, close };
  } catch (error) {
    await close();
    throw error;
  }
}
