/** How many may be inside at once, and how many may wait for how long. */
export type LineLimits = {
  /** Of one member, and of all members of a group. */
  member: number;
  group: number;
  /** Waiting of one member. */
  waiting: number;
  waitMs: number;
};

/** Ends a stay; more calls than one have no effect. */
export type Leave = () => void;

/** Nobody was let in: too many of the member wait, or it waited too long. */
export class LineRefusal extends Error {
  /** Whose stays were in the way. */
  readonly busy: 'member' | 'group';

  constructor(busy: 'member' | 'group') {
    super(`too many of the ${busy} at once`);
    this.name = 'LineRefusal';
    this.busy = busy;
  }
}

type Waiter = { letIn: (leave: Leave) => void; timer: NodeJS.Timeout };
type Member = { inside: number; waiting: Set<Waiter> };
type Group = { inside: number; members: Map<string, Member> };

/** What is limited, by whom it is done. */
export type FairLine = {
  /**
   * Lets a member of a group in, at once where there is room. The others wait in line: first come first served within a member, and the
   * members of a group take turns. `onWait` hears how to give up waiting; the promise then stays open.
   */
  enter: (group: string, member: string, onWait?: (giveUp: () => void) => void) => Leave | Promise<Leave>;
  counts: () => { inside: number; waiting: number; refused: number };
};

/** A line in which nobody who asks for much makes the others wait. */
export function createFairLine(limits: LineLimits): FairLine {
  const groups = new Map<string, Group>();
  let [inside, waiting, refused] = [0, 0, 0];

  const groupOf = (name: string): Group => {
    const known = groups.get(name);
    if (known !== undefined) return known;
    const group: Group = { inside: 0, members: new Map() };
    groups.set(name, group);
    return group;
  };
  const memberOf = (group: Group, name: string): Member => {
    const known = group.members.get(name);
    if (known !== undefined) return known;
    const member: Member = { inside: 0, waiting: new Set() };
    group.members.set(name, member);
    return member;
  };
  const forget = (groupName: string, group: Group, memberName: string, member: Member): void => {
    if (member.inside > 0 || member.waiting.size > 0) return;
    group.members.delete(memberName);
    if (group.members.size === 0) groups.delete(groupName);
  };

  /** Lets in who may come in now, each member once before any comes again. */
  function letIn(groupName: string, group: Group): void {
    for (const [name, member] of group.members) {
      if (group.inside >= limits.group) return;
      const [first] = member.waiting;
      if (first === undefined || member.inside >= limits.member) continue;
      member.waiting.delete(first);
      waiting -= 1;
      clearTimeout(first.timer);
      // Behind the others, who are looked at before it is this member's turn again.
      group.members.delete(name);
      group.members.set(name, member);
      first.letIn(stay(groupName, group, name, member));
    }
  }

  function stay(groupName: string, group: Group, memberName: string, member: Member): Leave {
    group.inside += 1;
    member.inside += 1;
    inside += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      group.inside -= 1;
      member.inside -= 1;
      inside -= 1;
      letIn(groupName, group);
      forget(groupName, group, memberName, member);
    };
  }

  const refusalOf = (member: Member): LineRefusal => {
    refused += 1;
    return new LineRefusal(member.inside >= limits.member ? 'member' : 'group');
  };

  function wait(groupName: string, memberName: string, onWait?: (giveUp: () => void) => void): Promise<Leave> {
    const group = groupOf(groupName);
    const member = memberOf(group, memberName);
    if (member.waiting.size >= limits.waiting) return Promise.reject(refusalOf(member));
    return new Promise((resolve, reject) => {
      const remove = (): boolean => {
        if (!member.waiting.delete(waiter)) return false;
        waiting -= 1;
        clearTimeout(waiter.timer);
        forget(groupName, group, memberName, member);
        return true;
      };
      const timer = setTimeout(() => {
        if (remove()) reject(refusalOf(member));
      }, limits.waitMs);
      timer.unref();
      const waiter: Waiter = { letIn: resolve, timer };
      member.waiting.add(waiter);
      waiting += 1;
      onWait?.(() => void remove());
    });
  }

  return {
    enter(groupName, memberName, onWait) {
      const group = groupOf(groupName);
      const member = memberOf(group, memberName);
      const isFree = group.inside < limits.group && member.inside < limits.member && member.waiting.size === 0;
      return isFree ? stay(groupName, group, memberName, member) : wait(groupName, memberName, onWait);
    },
    counts: () => ({ inside, waiting, refused }),
  };
}
