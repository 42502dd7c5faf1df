import { createContext, type ReactNode, useContext } from 'react';

interface ConfirmRequest {
  title: string;
  content: ReactNode;
  /** Label of the confirming button; 'OK' unless told. */
  ok?: string;
  cancel?: string;
  /** Colours the confirming button as something that cannot be undone. */
  danger?: boolean;
  /** Offers 'Don't show this message again'; once hidden, the answer is yes without asking. */
  hideKey?: string;
}

interface InfoRequest {
  kind: 'info' | 'warning' | 'error';
  /** Instead of the kind's own word. */
  title?: string;
  content: ReactNode;
  /** Offers 'Don't show this message again' and keeps quiet once hidden. */
  hideKey?: string;
}

export interface Dialogs {
  /** Asks; true for OK, false for Cancel, Escape and a click beside it. */
  confirm(request: ConfirmRequest): Promise<boolean>;
  /** Tells something; resolves when it was read. */
  inform(request: InfoRequest): Promise<void>;
}

export const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('there is no DialogsProvider above this');
  return dialogs;
}

export const useConfirm = (): Dialogs['confirm'] => useDialogs().confirm;
export const useInform = (): Dialogs['inform'] => useDialogs().inform;
