import type { CaseDetail, NumberSystem } from '@cusp/contract/cases';
import { isPreviewPicture } from '@cusp/contract/file-types';
import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../client/keyboard/commands.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { toastError } from '../../../ui/toast.ts';
import { useLatest } from '../../../ui/use-latest.ts';
import { whenIdle } from '../../../ui/when-idle.ts';
import { CaseFiles, FileDropArea, OnlyPdf, useOnlyPdf, useUploading } from '../../files/files.offers.tsx';
import { PhoneButton } from '../../handoff/handoff.offers.tsx';
import { ProposalCard } from '../../orders/orders.offers.tsx';
import { CaseSteps } from '../../production/production.offers.tsx';
import { CaseShipments } from '../../shipping/shipping.offers.tsx';
import { CaseStatements } from '../../statements/statements.offers.tsx';
import { type CaseViewerHandle, hasScene } from '../../viewer/viewer.offers.tsx';
import { SeenComments } from '../comments/SeenComments.tsx';
import { Conversation, type ConversationHandle } from '../conversation/Conversation.tsx';
import { usePresence } from '../presence/use-presence.ts';
import { CasePreview } from './CasePreview.tsx';
import classes from './case-view.module.css';
import { OrderSkeleton, PreviewSkeleton } from './DetailSkeleton.tsx';
import { DetailTop } from './DetailTop.tsx';
import { OrderSlip } from './OrderSlip.tsx';
import { useAllowedCase } from './use-allowed-case.ts';

interface Parts {
  /** Number of parts rendered. */
  standing: number;
  /** Whether all of them are needed immediately. */
  isHurried: boolean;
  /** Renders all of them before it returns, to jump to one. */
  hurry(): void;
}

/**
 * Renders a long page part by part, each when the previous ones are on the screen, so that interaction stays
 * responsive.
 */
function useParts(count: number): Parts {
  const [standing, setStanding] = useState(0);
  const [isHurried, setHurried] = useState(false);
  useEffect(() => {
    if (isHurried || standing >= count) return;
    return whenIdle(() => setStanding(standing + 1));
  }, [standing, isHurried, count]);
  const hurry = useCallback(() => flushSync(() => setHurried(true)), []);
  return { standing: isHurried ? count : standing, isHurried, hurry };
}

// A part is rendered again only when it changes, not with each part that follows or each person who comes.
const Top = memo(DetailTop);
const Order = memo(OrderSlip);
const Steps = memo(CaseSteps);
const Shipments = memo(CaseShipments);
const Preview = memo(CasePreview);
const Files = memo(CaseFiles);
const Statements = memo(CaseStatements);

/** The longer parts of a case in page order. */
const PARTS = ['order', 'preview', 'files', 'conversation'] as const;

interface CaseViewProps {
  dentalCase: CaseDetail;
  /**
   * Whether the person has interacted with the case; a case that was only selected automatically marks no comments as
   * read.
   */
  isLookedAt: boolean;
  hasBack: boolean;
}

/** Total size of files in bytes. */
const bytesOf = (files: CaseDetail['files']): number => files.reduce((sum, { size }) => sum + size, 0);

/**
 * One case. Files can be dropped anywhere on it unless it is closed. A search in the list, which changes the address, does not
 * render it again.
 */
export const CaseView = memo(function CaseView({ dentalCase: shown, isLookedAt, hasBack }: CaseViewProps) {
  const [dentalCase, mayUpload] = useAllowedCase(shown);
  const { t } = useTranslation('cases');
  const { totalSize } = useFormat();
  const conversation = useRef<ConversationHandle>(null);
  const attachments = useRef<HTMLDivElement>(null);
  const viewer = useRef<CaseViewerHandle>(null);
  const [onlyPdf, setOnlyPdf] = useOnlyPdf();
  const [chosen, setChosen] = useState<NumberSystem | null>(null);
  const system = chosen ?? dentalCase.number_sys;
  const uploads = useUploading(dentalCase.id);
  const people = usePresence(dentalCase.id);
  // The same in each render, so that a part is rendered again only when it changes.
  const showConversation = useLatest(() => conversation.current?.open());
  const showComment = useLatest((id: number) => conversation.current?.showComment(id));
  const showScans = useLatest(() => viewer.current?.open());
  const showPin = useLatest((commentId: number) => viewer.current?.showPin(commentId));
  const { standing, hurry } = useParts(PARTS.length);
  const has = (part: (typeof PARTS)[number]) => PARTS.indexOf(part) < standing;
  const isClosed = dentalCase.status.code === 'CLSD' || !mayUpload;
  const refuseUpload = () => toastError(t('detail.closedForFiles'));
  useCommands(
    isClosed && mayUpload
      ? [{ shortcut: 'upload', isInPalette: false, of: dentalCase.id, run: refuseUpload }]
      : [],
  );
  const { length: count } = dentalCase.files;
  const sizes = count > 0 ? `${count} · ${totalSize(bytesOf(dentalCase.files))}` : '';
  return (
    <SeenComments caseId={dentalCase.id} isOn={isLookedAt}>
      <FileDropArea onFiles={uploads.add} disabled={isClosed}>
        <article className={classes.view} aria-labelledby="case-title">
          <div className={classes.columns}>
            <Top
              dentalCase={dentalCase}
              people={people}
              hasBack={hasBack}
              attachments={attachments}
              onComments={showConversation}
              onGo={hurry}
            />
            <div className={classes.body}>
              {dentalCase.other_side_deleted && (
                <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t('detail.otherDeleted')}>
                  {t('detail.otherDeletedHint')}
                </Alert>
              )}
              <ProposalCard dentalCase={dentalCase} system={system} />
              {has('order') ? (
                <Order dentalCase={dentalCase} system={system} onSystem={setChosen} />
              ) : (
                <OrderSkeleton />
              )}
              {has('order') && <Steps dentalCase={dentalCase} />}
              {has('order') && <Shipments dentalCase={dentalCase} />}
              {has('preview') ? (
                <Preview
                  dentalCase={dentalCase}
                  system={system}
                  uploads={uploads}
                  isLookedAt={isLookedAt}
                  viewer={viewer}
                  onComment={showComment}
                />
              ) : (
                <PreviewSkeleton
                  isEmpty={!dentalCase.files.some(({ filename }) => isPreviewPicture(filename))}
                />
              )}
              {has('files') && (
                <div ref={attachments} tabIndex={-1} className={classes.section}>
                  <div className={classes.headingLine}>
                    <h3 className={classes.heading}>
                      {t('detail.attachments')} <span className={classes.quiet}>{sizes}</span>
                    </h3>
                    {dentalCase.files.length > 0 && <OnlyPdf isOn={onlyPdf} onChange={setOnlyPdf} />}
                    {!isClosed && <PhoneButton caseId={dentalCase.id} />}
                  </div>
                  <Files
                    caseId={dentalCase.id}
                    uploads={uploads}
                    isClosed={isClosed}
                    side={dentalCase}
                    files={dentalCase.files}
                    onlyPdf={onlyPdf}
                  />
                </div>
              )}
              {has('files') && <Statements dentalCase={dentalCase} />}
            </div>
            {has('conversation') ? (
              <Conversation
                ref={conversation}
                dentalCase={dentalCase}
                system={system}
                people={people}
                uploads={isClosed ? undefined : uploads}
                onShowScans={hasScene(dentalCase.files) ? showScans : undefined}
                onShowPin={showPin}
              />
            ) : (
              <div className={classes.awaited} />
            )}
          </div>
        </article>
      </FileDropArea>
    </SeenComments>
  );
});
