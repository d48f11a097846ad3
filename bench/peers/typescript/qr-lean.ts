// The same with the leanest package that is well kept.
import { correction, generate } from "lean-qr";
import { toPngBuffer } from "lean-qr/extras/node_export";

export async function drawQr(token: string): Promise<Buffer> {
  const code = generate(token, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M });
  return Buffer.from(toPngBuffer(code, { padX: 4, padY: 4, scale: 8, off: [255, 255, 255] }));
}
