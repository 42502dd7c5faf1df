/** The part of the Barcode Detection API that is used; most browsers have none of it. */
export interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: new () => Detector;
  }
}

/** Whether this browser reads codes and lets pages use a camera. */
export const canReadLabels = (): boolean =>
  window.BarcodeDetector !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;
