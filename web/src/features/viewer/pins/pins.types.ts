import type { NewPin, PinPlace } from '@cusp/contract/pin';
import type { ReactNode } from 'react';

/** A comment pinned to a place on a scan. */
export interface ViewerPin extends PinPlace {
  /** Identifies the comment. */
  key: number;
  no: number;
  /** Id of the file that shows its scan now. */
  scan: number;
  /** The version it was set on. */
  file: { id: number };
  /** Author and beginning of the comment. */
  author: string;
  text: string;
}

/** Input of the form of a new pin. */
export interface PinTask {
  /** The pin with the current view. */
  pin(): NewPin;
  /** A picture of the current view. */
  picture(): Promise<Blob>;
  onDone(): void;
  onCancel(): void;
}

/** The conversation that the pins belong to. */
export interface PinThread {
  /** In the order of their numbers. */
  pins: readonly ViewerPin[];
  /** Renders the comment of a pin. `leave` closes the maximised view, which covers the page. */
  card(pin: ViewerPin, leave: () => void): ReactNode;
  composer(task: PinTask): ReactNode;
}

/** Destination of pictures of the view. */
export interface PictureTarget {
  /** A file name that is not used yet. */
  name(): string;
  /** Adds a picture to the files and resolves to whether that worked; undefined if nothing can be added. */
  add?: ((picture: File) => Promise<boolean>) | undefined;
}
