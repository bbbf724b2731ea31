/** Drawings in SVG as images of the page, and as pixels. */

/** The media type of a picture. */
export const SVG = "image/svg+xml";

/** A picture as an address, for an image in the page. */
export function addressOfSvg(svg: string): string {
  return `data:${SVG},${encodeURIComponent(svg)}`;
}

/** A drawing as an image that can be painted. */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = addressOfSvg(svg);
  await image.decode();
  return image;
}

/** A canvas to be painted on, of so many pixels. */
export function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext("2d", { willReadFrequently: true })!;
}

/** A drawing as a PNG, so many pixels wide. */
export async function pngOf(svg: string, width: number): Promise<Blob> {
  const image = await imageOf(svg);
  const paint = canvasOf(width, Math.round((width * image.naturalHeight) / image.naturalWidth));
  paint.drawImage(image, 0, 0, paint.canvas.width, paint.canvas.height);
  return new Promise((resolve, reject) => {
    paint.canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser made no picture")) : resolve(blob)));
  });
}

/** A file as an address that stands alone: the page's policy lets no other through, and a long press saves the image. */
export async function addressOfBlob(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.readAsDataURL(blob);
  });
}
