import type { NewPin, PinPlace } from '@cusp/contract/pin';
import type { ReactNode } from 'react';

/** A comment that stands at a place of a scan. */
export interface ViewerPin extends PinPlace {
  /** Names the comment. */
  key: number;
  no: number;
  /** Id of the file that shows its scan now. */
  scan: number;
  /** The version it was set on. */
  file: { id: number };
  /** Who said it, and how it begins. */
  author: string;
  text: string;
}

/** What somebody who writes at a new pin needs. */
export interface PinTask {
  /** The pin with the view as it is now. */
  pin(): NewPin;
  /** A picture of the view as it is now. */
  picture(): Promise<Blob>;
  onDone(): void;
  onCancel(): void;
}

/** The conversation that the pins belong to. */
export interface PinDesk {
  /** In the order of their numbers. */
  pins: readonly ViewerPin[];
  /** What was said at a pin. `leave` lets the page be seen that the viewer may cover. */
  card(pin: ViewerPin, leave: () => void): ReactNode;
  composer(task: PinTask): ReactNode;
}

/** Where pictures of the view go. */
export interface PictureDesk {
  /** A name that no picture has yet. */
  name(): string;
  /** Adds it to the files and tells whether it arrived; undefined where nothing can be added. */
  add?: ((picture: File) => Promise<boolean>) | undefined;
}
