/** For the compilation into dist/, which takes package.json as it will be beside it. */
declare module "*/package.json" {
  const manifest: {
    readonly version: string;
    readonly peerDependencies: Readonly<Record<"@aws-sdk/client-s3" | "pg-boss", string>>;
  };
  export default manifest;
}
