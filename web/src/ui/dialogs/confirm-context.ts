import { createContext, type ReactNode, useContext } from 'react';

interface ConfirmRequest {
  title: string;
  content: ReactNode;
  /** Label of the confirming button; 'OK' by default. */
  ok?: string;
  cancel?: string;
  /** Colours the confirming button as destructive. */
  danger?: boolean;
  /** Offers 'Don't show this message again'; once hidden, the answer is yes without asking. */
  hideKey?: string;
}

interface InfoRequest {
  kind: 'info' | 'warning' | 'error';
  /** Replaces the default title of the kind. */
  title?: string;
  content: ReactNode;
  /** Offers 'Don't show this message again'; once hidden, nothing is shown. */
  hideKey?: string;
  /** That box is ticked beforehand, so that only people who untick it see the message again. */
  isOnce?: boolean;
  /** Shown immediately, in front of an open question that it makes obsolete. */
  isUrgent?: boolean;
}

export interface Dialogs {
  /** Resolves to true for OK, false for Cancel, Escape and a click outside. */
  confirm(request: ConfirmRequest): Promise<boolean>;
  /** Shows information; resolves when it is dismissed. */
  inform(request: InfoRequest): Promise<void>;
}

export const DialogsContext = createContext<Dialogs | null>(null);

export function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('this needs a DialogsProvider above it');
  return dialogs;
}

export const useConfirm = (): Dialogs['confirm'] => useDialogs().confirm;
export const useInform = (): Dialogs['inform'] => useDialogs().inform;
