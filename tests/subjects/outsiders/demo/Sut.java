package demo;

import java.util.List;

/** The code under test: it is passed a list and a text that somebody else made. */
public final class Sut {
    /** How long all the texts are together. */
    public int take(List<String> texts) {
        int length = 0;
        for (int i = 0; i < texts.size(); i++) {
            length += texts.get(i).length();
        }
        return length;
    }

    public void write(StringBuilder to, int number) {
        to.append("number ").append(number);
    }
}
