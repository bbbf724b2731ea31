/** For the compilation into dist/, which takes package.json as it will be beside it. */
declare module "*/package.json" {
  const manifest: {
    readonly version: string;
  };
  export default manifest;
}
