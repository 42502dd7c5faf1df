import { createDraft } from '@cusp/contract/drafts.routes';
import { PAGES } from '@cusp/contract/pages';
import { IconHelp, IconListCheck, IconLock, IconNews } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Command, useCommands } from '../../client/keyboard/commands.ts';
import { useKeyboard } from '../../client/keyboard/use-keyboard.ts';
import { savesData } from '../../client/landing.ts';
import { whenPageIsIdle } from '../../client/page-idle.ts';
import { useIsGuest, useUser } from '../../client/session/session-store.ts';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { WHATS_NEW } from '../../features/help/help.offers.tsx';
import {
  Palette,
  preloadPalette,
  type ScreenLink,
  ShortcutsDialog,
} from '../../features/palette/palette.offers.tsx';
import { mainEntries, userEntries } from './navigation.ts';

/** Shortcuts and the command palette on every page of the shell. */
export function Keyboard() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const user = useUser();
  const isGuest = useIsGuest();
  const mayCreate = useMayCall(createDraft);
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const opener = useRef<Element | null>(null);

  const openPalette = useCallback(() => {
    opener.current = document.activeElement;
    setShown('palette');
  }, []);
  useKeyboard(openPalette);
  useEffect(() => (import.meta.env.PROD && !savesData() ? whenPageIsIdle(preloadPalette) : undefined), []);

  const go: Command[] = [
    { shortcut: 'cases', isInPalette: false, run: () => void navigate(PAGES.cases) },
    { shortcut: 'help', run: () => setShown('shortcuts') },
  ];
  if (!isGuest)
    for (const shortcut of ['dashboard', 'inbox'] as const)
      go.push({ shortcut, isInPalette: false, run: () => void navigate(PAGES[shortcut]) });
  if (mayCreate) go.push({ shortcut: 'newCase', run: () => void navigate(PAGES.newCase) });
  useCommands(go);

  const entries = [...mainEntries(isGuest), ...(isGuest ? [] : userEntries(false, user))];
  const screens: ScreenLink[] = entries.map(({ to, label, icon }) => ({ to, label: t(label), icon }));
  screens.push({ to: PAGES.privacy, label: t('privacy'), icon: IconLock });
  if (!isGuest) screens.push({ to: PAGES.production, label: t('production'), icon: IconListCheck });
  screens.push(
    { to: PAGES.help, label: t('help'), icon: IconHelp },
    { to: WHATS_NEW, label: t('news'), icon: IconNews },
  );
  const close = (run?: () => void) => {
    setShown(null);
    // The chosen command may take the focus itself; otherwise it returns to where it was.
    if (run) setTimeout(run);
    else if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <Suspense fallback={null}>
      {shown === 'palette' && <Palette screens={screens} onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={() => setShown(null)} />}
    </Suspense>
  );
}
