import { ADM_PATHS } from '@cusp/contract/pages';
import type { Party } from '@cusp/contract/staff-parties';
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router';
import classes from './parties.module.css';

/** A person's name in one line, else the address they were invited at. */
export const calledBy = ({ name, email }: Party, t: TFunction<'common'>): string =>
  name || email || t('unknown');

interface Props {
  party: Party;
  /** Without the address, for narrow columns. */
  isShort?: boolean;
}

/** A person with a link to their detail, their institution and address. */
export function PartyName({ party, isShort = false }: Props) {
  const { t } = useTranslation(['admin-parties', 'common']);
  const { t: common } = useTranslation('common');
  const { id, institution, email, is_unknown } = party;
  const called = calledBy(party, common);
  return (
    <div className={classes.party} data-short={isShort || undefined}>
      {id === null || is_unknown ? (
        <span>{called}</span>
      ) : (
        <Anchor component={Link} inherit to={generatePath(ADM_PATHS.user, { uid: String(id) })}>
          {called}
        </Anchor>
      )}
      {institution && <span className={classes.quiet}>{institution}</span>}
      {!isShort && email && email !== called && <span className={classes.quiet}>{email}</span>}
      {id === null && <span className={classes.quiet}>{t('noAccount')}</span>}
    </div>
  );
}
