// A token's QR code as PNG, with the package that most projects take.
import QRCode from "qrcode";

export function drawQr(token: string): Promise<Buffer> {
  return QRCode.toBuffer(token, { type: "png", errorCorrectionLevel: "M", margin: 4, scale: 8 });
}
