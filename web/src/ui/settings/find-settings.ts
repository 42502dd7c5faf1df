import { plainText } from '../format/plain-text.ts';
import type { SettingSection } from './setting-section.ts';

/** The rows whose words, with their section's title, contain every searched word; sections without any are left out. */
export function findSettings(sections: readonly SettingSection[], search: string): SettingSection[] {
  const wanted = plainText(search).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter(({ label, text = '', words = [] }) => {
        const said = plainText([section.title, label, text, ...words].join(' '));
        return wanted.every((word) => said.includes(word));
      }),
    }))
    .filter(({ rows }) => rows.length > 0);
}
