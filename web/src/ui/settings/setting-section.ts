import type { ReactNode } from 'react';

/** What ties a control to the words beside it. */
interface RowIds {
  id: string;
  'aria-describedby': string | undefined;
}

/** One thing that can be set, or a fact that stands among such things. */
export interface SettingRow {
  key: string;
  label: string;
  /** What it does, in a few words. */
  text?: string;
  /** Further words the search finds it by, such as its choices. */
  words?: readonly string[];
  /** Where the control stands: beside the words, or as a field that goes below them where there is little room. */
  place: 'beside' | 'field';
  /** A control takes the ids; the label then belongs to it. */
  control(ids: RowIds): ReactNode;
}

/** Rows under one heading. */
export interface SettingSection {
  key: string;
  title: string;
  rows: readonly SettingRow[];
}
