import type { MeshErrorCode } from '@cusp/mesh/mesh';
import type { Ref } from 'react';
import type { PlannedFile, ViewerFile } from '../../viewer/plan-scene.ts';
import type { PictureTarget, PinThread } from './pins/pins.types.ts';
import type { OrientationStore } from './use-front.ts';

export type { ViewerFile };

/** Imperative handle of the viewer. */
export interface CaseViewerHandle {
  /** Opens the 3D view, like the button. */
  open(): void;
  /** Opens the 3D view if needed and goes to a pin, by its key. */
  showPin(key: number): void;
}

/** Data about the scans in the head of the 3D view. */
export interface ScanSubject {
  /** The patient's name, or the number of the case for people who may not see it. */
  title: string;
  number?: string;
  /** The ordered work, for example "16 Crown". */
  order: readonly string[];
}

export interface CaseViewerProps {
  ref?: Ref<CaseViewerHandle>;
  subject?: ScanSubject;
  files: ViewerFile[];
  /** Picture shown until 3D is opened. */
  previewUrl?: string;
  projection: 'perspective' | 'parallel';
  /** Streams the light copy of a mesh, coarse levels first; without it originals are loaded. */
  fetchLightCopy?: FetchLightCopy;
  /** Shows the scans as a small model in place of the still picture, once the user rests on it. */
  isLive?: boolean;
  /** Fetches a file's bytes. `onProgress` gets the bytes received so far. */
  fetchFile: FetchFile;
  /** Set if scans may not be downloaded and so not be shown: explains why instead of opening 3D. */
  onBlocked?: (() => void) | undefined;
  /** Downloads a file that cannot be shown. */
  onDownload?: (file: ViewerFile) => void;
  /**
   * Called when every scan has full resolution, unless the user is using a tool or has changed the layers by then;
   * `take` renders a picture of them in the initial view.
   */
  onDrawn?: (take: () => Promise<Blob | null>) => void;
  /** Pins and their comments; without it the viewer has no pins. */
  pinThread?: PinThread;
  /** Destination of pictures of the view; without it no picture can be taken. */
  pictureTarget?: PictureTarget;
  orientationStore: OrientationStore;
}

/** Resolves to null if the file has no light copy (yet). */
export type FetchLightCopy = (
  file: ViewerFile,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

export type FetchFile = (
  file: ViewerFile,
  onProgress: (loaded: number) => void,
  signal: AbortSignal,
) => Promise<ArrayBuffer>;

/** Why a file is not shown: its content is invalid, or it could not be downloaded. */
export type LoadFailure = MeshErrorCode | 'download';

export interface FailedFile {
  planned: PlannedFile;
  reason: LoadFailure;
}
