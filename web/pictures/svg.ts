/** The media type of a picture. */
export const SVG = "image/svg+xml";

/** A picture as an address, for an image in the page. */
export function addressOfSvg(svg: string): string {
  return `data:${SVG},${encodeURIComponent(svg)}`;
}
