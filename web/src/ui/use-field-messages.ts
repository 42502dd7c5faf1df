import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Suppresses the bubble in which the browser says what is wrong with a field, and focuses the field as the browser would
 * do: only the first one of its form.
 */
export function suppressBubble(event: FormEvent<Field>): void {
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.elements ?? [])] as Field[];
  const first = fields.find(({ willValidate, validity }) => willValidate && !validity.valid);
  if (first === event.currentTarget) first.focus();
}

/**
 * Messages of invalid fields, below them and in the page's language. The browser's bubble is in the language of the
 * browser. Spread the result on a field, which also takes the error that the form itself has for it.
 */
export function useFieldMessages() {
  const { t } = useTranslation('common');
  const [messages, setMessages] = useState<Readonly<Record<string, string>>>({});
  const set = (name: string, message: string) => setMessages((before) => ({ ...before, [name]: message }));
  const textOf = ({ validity, validationMessage, title }: Field) => {
    if (validity.valueMissing) return t('field.blank');
    if (validity.typeMismatch) return t('field.email');
    // The title of a field describes its pattern.
    return validity.patternMismatch ? title : validationMessage;
  };
  return (name: string, error?: ReactNode) => ({
    error: messages[name] || error,
    // Mantine sets it on the box around a password, where screen readers do not look.
    'aria-invalid': Boolean(messages[name] || error) || undefined,
    onInvalid(event: FormEvent<Field>) {
      suppressBubble(event);
      set(name, textOf(event.currentTarget));
    },
    onInput() {
      if (messages[name]) set(name, '');
    },
  });
}
