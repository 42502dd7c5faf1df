import { memo, useMemo } from 'react';
import { marked } from '../../ui/marked.tsx';
import { nearWords } from '../../ui/near-words.ts';
import classes from './palette.module.css';
import type { Item } from './palette-items.ts';

/** Institutions and actions have spaces in their keys, which an id must not have. */
export const idOf = (key: string): string => `palette-${key.replaceAll(/\s/g, '%20')}`;

interface PaletteOptionProps {
  item: Item;
  /** What is typed, which it highlights. */
  text: string;
  /** The option that Enter takes. */
  isActive: boolean;
}

/** A plain element, because each key renders up to twenty of them. */
export const PaletteOption = memo(function PaletteOption({ item, text, isActive }: PaletteOptionProps) {
  const { key, label, hint, detail, words, keys, icon: Icon } = item;
  const marks = useMemo(
    () => nearWords([label, hint, detail].filter(Boolean).join(' '), text, words),
    [label, hint, detail, words, text],
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus.
    <div
      role="option"
      id={idOf(key)}
      aria-selected={isActive}
      className={classes.option}
      data-combobox-selected={isActive || undefined}
      data-key={key}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.label} dir="auto">
        {marked(label, marks)}
      </span>
      {hint && (
        <span className={classes.hint} dir="auto">
          {marked(hint, marks)}
        </span>
      )}
      {detail && (
        <span className={classes.detail} dir="auto">
          {marked(detail, marks)}
        </span>
      )}
      {keys && <kbd className={classes.keys}>{keys}</kbd>}
    </div>
  );
});
