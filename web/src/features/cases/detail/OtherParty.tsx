import type { CaseDetail } from '@cusp/contract/cases';
import { PersonAvatar, PersonName } from '../../../ui/PersonAvatar.tsx';
import { isSender } from '../case-facts.ts';
import classes from './other-party.module.css';

/** The person on the other side of a case, with their institution. */
export function OtherParty({ dentalCase }: { dentalCase: Pick<CaseDetail, 'author' | 'to' | 'usertype'> }) {
  const { author, to, usertype } = dentalCase;
  const other = isSender(usertype) ? to : author;
  return (
    <div className={classes.party}>
      <PersonAvatar name={other.username} picture={other.picture} size={36} />
      <div className={classes.words}>
        <span className={classes.name} title={other.username}>
          <PersonName name={other.username} />
        </span>
        <span className={classes.place} title={other.institution}>
          {other.institution}
        </span>
      </div>
    </div>
  );
}
