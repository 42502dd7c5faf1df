import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface NameFieldProps {
  /** Accessible name. */
  label: string;
  /** As it is stored. */
  name: string;
  maxLength: number;
  onName(name: string): void;
}

/** A stored name, saved with Enter and on leaving the field; an empty one is not saved, and Escape restores it. */
export function NameField({ label, name: stored, maxLength, onName }: NameFieldProps) {
  const [name, setName] = useState(stored);
  const save = () => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed === stored) setName(stored);
    else onName(trimmed);
  };
  return (
    <TextInput
      aria-label={label}
      maxLength={maxLength}
      value={name}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        // During IME composition the keys belong to the syllable.
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setName(stored);
      }}
      // Escape restores the name before it closes the dialog around it.
      data-mantine-stop-propagation={name !== stored || undefined}
    />
  );
}
