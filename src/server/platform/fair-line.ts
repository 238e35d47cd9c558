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
type Group = { name: string; inside: number; members: Map<string, Member> };
type Member = { name: string; group: Group; inside: number; waiting: Set<Waiter> };

/** Members by group; those that are neither inside nor waiting are forgotten. */
function createMembers() {
  const groups = new Map<string, Group>();
  return {
    of(groupName: string, name: string): Member {
      const group = groups.get(groupName) ?? { name: groupName, inside: 0, members: new Map<string, Member>() };
      groups.set(groupName, group);
      const member = group.members.get(name) ?? { name, group, inside: 0, waiting: new Set<Waiter>() };
      group.members.set(name, member);
      return member;
    },
    forget({ name, group, inside, waiting }: Member): void {
      if (inside > 0 || waiting.size > 0) return;
      group.members.delete(name);
      if (group.members.size === 0) groups.delete(group.name);
    },
  };
}

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
  const members = createMembers();
  let [inside, waiting, refused] = [0, 0, 0];

  /** Lets in who may come in now, each member once before any comes again. */
  function letIn(group: Group): void {
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
      first.letIn(stay(member));
    }
  }

  function stay(member: Member): Leave {
    const { group } = member;
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
      letIn(group);
      members.forget(member);
    };
  }

  const refusalOf = (member: Member): LineRefusal => {
    refused += 1;
    return new LineRefusal(member.inside >= limits.member ? 'member' : 'group');
  };

  function wait(member: Member, onWait?: (giveUp: () => void) => void): Promise<Leave> {
    if (member.waiting.size >= limits.waiting) return Promise.reject(refusalOf(member));
    return new Promise((resolve, reject) => {
      const remove = (): boolean => {
        if (!member.waiting.delete(waiter)) return false;
        waiting -= 1;
        clearTimeout(waiter.timer);
        members.forget(member);
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
      const member = members.of(groupName, memberName);
      const isFree = member.group.inside < limits.group && member.inside < limits.member && member.waiting.size === 0;
      return isFree ? stay(member) : wait(member, onWait);
    },
    counts: () => ({ inside, waiting, refused }),
  };
}
