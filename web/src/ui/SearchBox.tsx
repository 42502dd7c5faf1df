import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useCommands } from '../client/keyboard/commands.ts';

interface SearchBoxProps {
  /** The current search text of the list. */
  text: string;
  onSearch(text: string): void;
  /** Name for assistive technology. */
  label: string;
  hint: string;
  clearLabel: string;
}

/** Searches on Enter, clears on the X or Escape. Typing alone does not search. */
export function SearchBox({ text, onSearch, label, hint, clearLabel }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  const [asked, setAsked] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  if (known !== text) {
    setKnown(text);
    setAsked(null);
    // The person's own search arrives here a little later and must not replace what they typed since.
    if (text !== asked) setTyped(text);
  }
  useCommands([{ shortcut: 'search', isInPalette: false, run: () => box.current?.select() }]);
  const search = (next: string) => {
    const words = next.trim();
    if (words === text && (asked ?? text) === words) return;
    setAsked(words);
    onSearch(words);
  };
  const clear = () => {
    setTyped('');
    search('');
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') search(typed);
    else if (event.key === 'Escape' && typed) clear();
  };
  return (
    <TextInput
      ref={box}
      flex={1}
      role="searchbox"
      aria-label={label}
      placeholder={hint}
      maxLength={200}
      enterKeyHint="search"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={clearLabel} onClick={clear}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
    />
  );
}
