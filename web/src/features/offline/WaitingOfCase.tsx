import classes from './offline.module.css';
import { useQueue } from './queue.ts';
import { WaitingList } from './WaitingList.tsx';

/** What waits to be sent about one case. */
export function WaitingOfCase({ caseId }: { caseId: number }) {
  const waiting = useQueue().waiting.filter((each) => each.caseId === caseId);
  if (waiting.length === 0) return null;
  return (
    <div className={classes.ofCase}>
      <WaitingList waiting={waiting} isOfCase />
    </div>
  );
}
