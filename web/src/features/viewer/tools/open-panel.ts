import { createContext, useContext } from 'react';
import type { ToolId } from './tool-kind.ts';

/** Panels of tools that are taken up: one of them is unfolded at a time. */
export interface OpenPanel {
  open: ToolId | undefined;
  setOpen(id: ToolId | undefined): void;
  /** Puts the tool down. */
  close(id: ToolId): void;
}

export const OpenPanelContext = createContext<OpenPanel>({
  open: undefined,
  setOpen: () => undefined,
  close: () => undefined,
});

/** Whether the panel of a tool is unfolded, and what folds and closes it. */
export function useOpenPanel(id: ToolId) {
  const { open, setOpen, close } = useContext(OpenPanelContext);
  const isOpen = open === id;
  return { isOpen, toggle: () => setOpen(isOpen ? undefined : id), close: () => close(id) };
}
