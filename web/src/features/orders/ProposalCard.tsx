import type { CaseContent, NumberSystem } from '@cusp/contract/cases';
import type { Proposal } from '@cusp/contract/order-fields';
import { answerProposal, withdrawProposal } from '@cusp/contract/orders.routes';
import { connectorsOf, drawnConnectors } from '@cusp/dental/connectors';
import { lookOf, typeColour } from '@cusp/dental/odontogram/restoration-look';
import { changedTeeth } from '@cusp/dental/order-changes';
import { isRestorationType } from '@cusp/dental/restorations';
import { IconArrowsExchange, IconCircleX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../client/session/use-may-call.ts';
import { ConnectorLines } from '../../dental-ui/odontogram/ConnectorLines.tsx';
import { ToothPicture } from '../../dental-ui/odontogram/ToothPicture.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { ChangeList } from './ChangeList.tsx';
import { AnswerButtons, WithdrawButton } from './ProposalButtons.tsx';
import classes from './proposal-card.module.css';

interface Props {
  dentalCase: Pick<CaseContent, 'id' | 'proposal' | 'usertype' | 'to' | 'order_version' | 'edit_order'>;
  /** The reader's number system. */
  system: NumberSystem;
}

/** A proposed change of the order, above the case: to answer, waiting for an answer, or declined. */
export function ProposalCard({ dentalCase, system }: Props) {
  const { t } = useTranslation('orders');
  const { dateTime } = useFormat();
  const { proposal, usertype, to } = dentalCase;
  const [mayAnswer, mayWithdraw] = [useMayCall(answerProposal), useMayCall(withdrawProposal)];
  if (!proposal) return null;
  const isOpen = proposal.state === 'open';
  const answers = usertype === 'OT';
  const name = (known: string) => known || t('somebody');
  const title = () => {
    if (!isOpen) return t('proposal.declinedBy', { name: name(proposal.answered_by) });
    if (answers) return t('proposal.from', { name: name(proposal.by) });
    return t('proposal.waitingFor', { name: name(to.username) });
  };
  const text = () => {
    if (!isOpen) return t('proposal.declinedText');
    return t(answers ? 'proposal.answerText' : 'proposal.waitingText');
  };
  const Icon = isOpen ? IconArrowsExchange : IconCircleX;
  return (
    <section className={classes.card} data-state={proposal.state} aria-label={t('proposal.label')}>
      <header className={classes.head}>
        <Icon className={classes.icon} size={20} stroke={1.7} aria-hidden />
        <div className={classes.words}>
          <h3 className={classes.title}>{title()}</h3>
          <p className={classes.text}>
            {text()} <span className={classes.made}>{madeBy(proposal, t, dateTime)}</span>
          </p>
        </div>
      </header>
      {proposal.reason && (
        <p className={classes.reason}>
          <span className={classes.reasonLabel}>{t('proposal.reason')}</span> {proposal.reason}
        </p>
      )}
      <div className={classes.body}>
        <ChangeList changes={proposal.changes} system={system} />
        {isOpen && <ChangedTeeth proposal={proposal} system={system} />}
      </div>
      {isOpen && (answers ? mayAnswer : mayWithdraw) && (
        <div className={classes.buttons}>
          {answers ? (
            <AnswerButtons key={proposal.id} caseId={dentalCase.id} proposal={proposal} />
          ) : (
            <WithdrawButton key={proposal.id} caseId={dentalCase.id} proposal={proposal} />
          )}
        </div>
      )}
    </section>
  );
}

type T = ReturnType<typeof useTranslation<'orders'>>['t'];

const madeBy = ({ by, at }: Proposal, t: T, dateTime: (moment: string) => string) =>
  t('proposal.made', { name: by || t('somebody'), time: dateTime(at) });

/** The chart after the change with the changed teeth marked; renders nothing if no tooth changes. */
function ChangedTeeth({ proposal, system }: { proposal: Proposal; system: NumberSystem }) {
  const { t } = useTranslation('orders');
  const { t: dental } = useTranslation('dental');
  const { restorations, connectorChoices } = proposal.fields;
  const marked = useMemo(() => changedTeeth(proposal.changes), [proposal.changes]);
  const groups = useMemo(
    () =>
      restorations.map((each, index) => ({
        key: String(index),
        mark: String(index + 1),
        name: each.displayName || (isRestorationType(each.type) ? dental(`types.${each.type}`) : each.type),
        color: typeColour(each.type),
        teeth: each.teeth,
        arch: each.arch,
        look: lookOf(each.type),
      })),
    [restorations, dental],
  );
  const connectors = useMemo(
    () => connectorsOf(restorations, connectorChoices),
    [restorations, connectorChoices],
  );
  const drawn = useMemo(() => drawnConnectors(restorations, connectors), [restorations, connectors]);
  if (marked.length === 0) return null;
  return (
    <figure className={classes.chart}>
      <ToothPicture system={system} primary={NO_TEETH} groups={groups} connectors={drawn} marked={marked} />
      <ConnectorLines connectors={connectors} system={system} />
      <figcaption className={classes.legend}>{t('proposal.marked')}</figcaption>
    </figure>
  );
}

const NO_TEETH: ReadonlySet<never> = new Set();
