import type { PersonHere } from '@cusp/contract/presence';
import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import classes from './presence.module.css';

const SHOWN = 3;

/** The others who have the case open: their pictures, and on a press their names. */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  const { t, i18n } = useTranslation('cases');
  if (people.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(people.map(({ name }) => name));
  const more = people.length - SHOWN;
  return (
    <Popover position="bottom-end" shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className={classes.here} aria-label={t('presence.here', { names })}>
          {people.slice(0, SHOWN).map((person) => (
            <span key={person.id} className={classes.face}>
              <PersonAvatar name={person.name} picture={person.picture} size={24} />
            </span>
          ))}
          {more > 0 && <span className={classes.more}>+{more}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.list}>
        <p className={classes.title}>{t('presence.title')}</p>
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={person.id} className={classes.person}>
              <PersonAvatar name={person.name} picture={person.picture} size={24} />
              <span className={classes.name}>{person.name}</span>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
