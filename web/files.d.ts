/** The address of a file that the bundler takes in. */
declare module "*?url" {
  const url: string;
  export default url;
}
