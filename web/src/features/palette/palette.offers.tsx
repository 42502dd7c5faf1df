import { lazy } from 'react';
import { loadTexts } from '../../i18n/i18n.ts';

export type { ScreenLink } from './use-items.ts';

/** The texts of the palette and of its items. */
const TEXTS = ['palette', 'cases', 'dental'] as const;

const withTexts = async <T,>(code: Promise<T>): Promise<T> => {
  const [module] = await Promise.all([code, loadTexts(TEXTS)]);
  return module;
};

const loadPalette = () => withTexts(import('./Palette.tsx'));

/** So that it opens without waiting for its code. */
export const preloadPalette = (): void => void loadPalette().catch(() => {});

export const Palette = lazy(loadPalette);
export const ShortcutsDialog = lazy(() => withTexts(import('./ShortcutsDialog.tsx')));
