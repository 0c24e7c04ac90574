// A question before something that costs points or cannot be undone.

interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
  symbol?: string;
}

export const questions = $state<{ asked: (Question & { answer: (yes: boolean) => void }) | null }>({ asked: null });

export function ask(question: Question): Promise<boolean> {
  questions.asked?.answer(false);
  return new Promise((resolve) => {
    questions.asked = {
      ...question,
      answer: (yes) => {
        questions.asked = null;
        resolve(yes);
      },
    };
  });
}
