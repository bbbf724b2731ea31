/** Between the course of elementary endings, the studies and the reader's own lessons. */
import { ViewLink } from "../shown/ViewLink.tsx";
import { view } from "../state/page.ts";
import { useStudiesWords } from "../words/spoken.ts";

export function StudyTabs() {
  const say = useStudiesWords();
  if (say === null) return null;
  return (
    <nav class="tabs" aria-label={say.tabs.label}>
      <ViewLink to="course" current={view.value === "course"}>
        {say.tabs.course}
      </ViewLink>
      <ViewLink to="studies" current={view.value === "studies"}>
        {say.tabs.studies}
      </ViewLink>
      <ViewLink to="lesson" current={view.value === "lesson"}>
        {say.tabs.lessons}
      </ViewLink>
    </nav>
  );
}
