package demo;

public abstract class Bell {
    protected Parser.Single single;

    protected abstract int tone(int height);

    protected abstract Parser.Single others(Parser.Single one);
}
