import { createContext, useContext } from 'react';
import type { ToolId } from './tool-kind.ts';

/** The panels of active tools, of which one is expanded at a time. */
export interface OpenPanel {
  open: ToolId | undefined;
  setOpen(id: ToolId | undefined): void;
  /** Closes the tool. */
  close(id: ToolId): void;
}

export const OpenPanelContext = createContext<OpenPanel>({
  open: undefined,
  setOpen: () => undefined,
  close: () => undefined,
});

/** Whether the panel of a tool is expanded, with functions to toggle and close it. */
export function useOpenPanel(id: ToolId) {
  const { open, setOpen, close } = useContext(OpenPanelContext);
  const isOpen = open === id;
  return { isOpen, toggle: () => setOpen(isOpen ? undefined : id), close: () => close(id) };
}
