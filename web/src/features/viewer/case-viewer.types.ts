import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { Ref } from 'react';
import type { PlannedFile, ViewerFile } from '../../viewer/plan-scene.ts';
import type { PictureDesk, PinDesk } from './pins/pins.types.ts';
import type { FrontDesk } from './use-front.ts';

export type { ViewerFile };

/** What others may ask of the viewer. */
export interface CaseViewerHandle {
  /** Shows the scans in 3D, as the button does. */
  open(): void;
  /** Opens it where needed and goes to a pin, by its key. */
  showPin(key: number): void;
}

export interface CaseViewerProps {
  ref?: Ref<CaseViewerHandle>;

  files: ViewerFile[];
  /** Picture shown until somebody asks for 3D. */
  previewUrl?: string;
  projection: 'perspective' | 'parallel';
  /** Opens the light copy of a mesh, which arrives coarse levels first; without it originals are read. */
  fetchLightCopy?: FetchLightCopy;
  /** Fetches a file's bytes. `onProgress` takes the bytes received so far. */
  fetchFile: FetchFile;
  /** Where scans may not be taken out, so not shown either: says so in place of 3D. */
  onBlocked?: (() => void) | undefined;
  /** Offers a file that cannot be shown for download. */
  onDownload?: (file: ViewerFile) => void;
  /** Called when every scan is there in full; `take` makes a picture of them, as seen first. */
  onDrawn?: (take: () => Promise<Blob | null>) => void;
  /** Pins and what is said at them; without it there are none, and none can be set. */
  pinDesk?: PinDesk;
  /** Where pictures of the view go; without it none are taken. */
  pictureDesk?: PictureDesk;
  frontDesk: FrontDesk;
}

/** Null where there is no light copy (yet). */
export type FetchLightCopy = (
  file: ViewerFile,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

export type FetchFile = (
  file: ViewerFile,
  onProgress: (loaded: number) => void,
  signal: AbortSignal,
) => Promise<ArrayBuffer>;

/** Why a file is not in the picture: its content, or it never arrived. */
export type LoadFailure = MeshErrorCode | 'download';

export interface FailedFile {
  planned: PlannedFile;
  reason: LoadFailure;
}
