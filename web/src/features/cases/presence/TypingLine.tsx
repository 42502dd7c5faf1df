import type { PersonHere } from '@cusp/contract/presence';
import { useTranslation } from 'react-i18next';
import classes from './presence.module.css';

/** Says who is writing a comment just now; its place stays, so that nothing moves when it comes and goes. */
export function TypingLine({ people }: { people: readonly PersonHere[] }) {
  const { t, i18n } = useTranslation('cases');
  const typing = people.filter(({ is_typing }) => is_typing);
  const names = new Intl.ListFormat(i18n.language).format(typing.map(({ name }) => name));
  return (
    <p className={classes.typing} aria-live="polite">
      {typing.length > 0 && t('presence.typing', { names, count: typing.length })}
    </p>
  );
}
